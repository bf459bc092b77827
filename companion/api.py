"""The JSON interface, at `/api/`, described at `/api/openapi.json`; on the same functions as the screens."""

from typing import Any

from ninja import NinjaAPI
from ninja.openapi.schema import OpenAPISchema
from ninja.operation import Operation

from companion.tables import api as tables_api
from companion.views import desk as resolve_api
from companion.views.print_shop import api as print_api
from companion.views.workshop import api as workshop_api


class Interface(NinjaAPI):
    """The house's interface. Its description names every procedure of every game on the shelf."""

    def get_openapi_schema(self, **where: Any) -> OpenAPISchema:
        """The description, the procedures of the games found now among it."""
        schema = super().get_openapi_schema(**where)
        schema["paths"].update(resolve_api.paths(self.get_root_path({})))
        return schema

    def get_openapi_operation_id(self, operation: Operation) -> str:
        """What generated clients call an operation: its room, then its deed, as in `tables_act`."""
        view = operation.view_func
        room = view.__module__.removesuffix(".api").rpartition(".")[2]
        return f"{room}_{view.__name__}"


api = Interface(title="Companion", version="1", docs_url=None, openapi_url="/openapi.json")
api.add_router("", resolve_api.router)
api.add_router("", tables_api.router)
api.add_router("", print_api.router)
api.add_router("", workshop_api.router)
# By its name, as an address is: the campaigns stand on the floor above.
api.add_router("", "campaigns.api.router")
