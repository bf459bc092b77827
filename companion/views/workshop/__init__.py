"""The pages of the card workshop."""

from django.urls import path

from companion.views.workshop import bringing, cards, sets

app_name = "workshop"
urlpatterns = [
    path("", sets.home, name="home"),
    path("new/", sets.new, name="new"),
    path("bring/", sets.bring, name="bring"),
    path("join/", sets.by_code, name="by_code"),
    path("<slug:code>/", sets.first, name="set"),
    path("<slug:code>/join/", sets.join, name="join"),
    path("<slug:code>/away/", sets.put_away, name="away"),
    path("<slug:code>/name/", sets.name, name="name"),
    path("<slug:code>/undo/", cards.undo, name="undo"),
    path("<slug:code>/cards.zip", cards.packed, name="packed"),
    path("<slug:code>/game.json", cards.owner_file, name="owner_file"),
    path("<slug:code>/<slug:kind>/art.json", cards.art_file, name="art_file"),
    path("<slug:code>/all.xlsx", cards.workbook, name="workbook"),
    path("<slug:code>/pictures/", cards.pictures, name="pictures"),
    path("<slug:code>/pictures/<int:pk>/", cards.picture, name="picture"),
    path("<slug:code>/pictures/<int:pk>/away/", cards.take_away, name="picture_away"),
    path("<slug:code>/use/", cards.use, name="use"),
    path("<slug:code>/versions/", cards.versions, name="versions"),
    path("<slug:code>/versions/<int:number>/again/", cards.again, name="again"),
    path("<slug:code>/<slug:kind>/", cards.table, name="table"),
    path("<slug:code>/<slug:kind>/deed/", cards.deed, name="deed"),
    path("<slug:code>/<slug:kind>/paste/", bringing.paste, name="paste"),
    path("<slug:code>/<slug:kind>/<int:row>/", cards.card, name="card"),
    path("<slug:code>/<slug:kind>/<int:row>/look/", cards.look, name="look"),
    path("<slug:code>/<slug:kind>/table.<slug:form>", cards.taken_out, name="taken_out"),
]
