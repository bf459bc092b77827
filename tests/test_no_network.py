"""A guest's house: on a machine that reaches nobody but itself everything works."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion.serving import wifi_words
from tests.conftest import ROOT, House

IN_NO_NETWORK = """
set -e
ip link set lo up 2>/dev/null || true
cd {root}
{python} manage.py up --port {port} --wifi 'Ada; at home:a \\\\ "secret"' > {home}/up.log 2>&1 &
house=$!
trap 'kill $house' EXIT
{python} - <<'END'
import socket, time, urllib.request
from urllib.error import URLError

def page(path):
    return urllib.request.urlopen(f"http://127.0.0.1:{port}" + path, timeout=60).read()

for _ in range(300):
    try:
        assert b"Companion" in page("/")
        break
    except URLError:
        time.sleep(0.3)
try:
    socket.create_connection(("192.0.2.1", 80), 2)
except OSError as error:
    print("nobody else:", error.strerror)
for path in ("/games/scarper/", "/desk/", "/print/", "/rules/", "/campaigns/", "/workshop/", "/about/"):
    assert len(page(path)) > 500, path
assert page("/print/scarper/markers.pdf")[:5] == b"%PDF-"
print("everything")
END
"""


@pytest.mark.skipif(not shutil.which("unshare"), reason="tried where Linux makes a machine without a network")
def test_a_house_that_reaches_nobody_is_whole(empty_house: House) -> None:
    alone = ["unshare", "--net", "--map-root-user"]
    if subprocess.run([*alone, "true"], capture_output=True).returncode:
        pytest.skip("This machine makes no network of its own: try `unshare --net --map-root-user true`.")
    empty_house.place.close()
    script = IN_NO_NETWORK.format(
        root=ROOT, python=sys.executable, port=empty_house.port, home=empty_house.home
    )
    around = {key: value for key, value in empty_house.env.items() if key != "DATABASE_URL"}
    tried = subprocess.run([*alone, "bash", "-c", script], env=around, capture_output=True, text=True)
    log = (Path(empty_house.home) / "up.log").read_text()
    assert tried.returncode == 0, tried.stderr + log
    assert "nobody else: Network is unreachable" in tried.stdout
    assert "everything" in tried.stdout
    assert f"http://127.0.0.1:{empty_house.port}/" in log
    assert log.count("▄▄▄▄▄") > 4, "a code for the Wi-Fi beside the code for the house"
    assert "Traceback" not in log


@pytest.mark.parametrize(
    ("given", "name", "password"),
    [("Ada:secret", "Ada", "secret"), ("Ada", "Ada", ""), ("Café 7:a:b", "Café 7", "a:b")],
)
def test_a_hot_spot_is_its_name_and_what_follows_the_first_colon(
    given: str, name: str, password: str
) -> None:
    assert wifi_words(given) == (name, password)
