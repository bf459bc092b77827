"""Where the workshop's pages are."""

from django.urls import path

from companion.views.workshop import card, pictures, shelf, table, versions

app_name = "workshop"
urlpatterns = [
    path("", shelf.home, name="home"),
    path("new/", shelf.new, name="new"),
    path("bring/", shelf.bring, name="bring"),
    path("join/", shelf.by_code, name="by_code"),
    path("<slug:code>/", shelf.first, name="set"),
    path("<slug:code>/join/", shelf.join, name="join"),
    path("<slug:code>/away/", shelf.put_away, name="away"),
    path("<slug:code>/name/", shelf.name, name="name"),
    path("<slug:code>/undo/", versions.undo, name="undo"),
    path("<slug:code>/cards.zip", versions.packed, name="packed"),
    path("<slug:code>/game.json", versions.owner_file, name="owner_file"),
    path("<slug:code>/<slug:kind>/art.json", versions.art_file, name="art_file"),
    path("<slug:code>/all.xlsx", versions.workbook, name="workbook"),
    path("<slug:code>/pictures/", pictures.pictures, name="pictures"),
    path("<slug:code>/pictures/<int:pk>/", pictures.picture, name="picture"),
    path("<slug:code>/pictures/<int:pk>/away/", pictures.take_away, name="picture_away"),
    path("<slug:code>/use/", versions.use, name="use"),
    path("<slug:code>/versions/", versions.versions, name="versions"),
    path("<slug:code>/versions/<int:number>/again/", versions.again, name="again"),
    path("<slug:code>/<slug:kind>/", table.table, name="table"),
    path("<slug:code>/<slug:kind>/deed/", table.deed, name="deed"),
    path("<slug:code>/<slug:kind>/paste/", table.paste, name="paste"),
    path("<slug:code>/<slug:kind>/<int:row>/", card.card, name="card"),
    path("<slug:code>/<slug:kind>/<int:row>/look/", card.look, name="look"),
    path("<slug:code>/<slug:kind>/table.<slug:form>", table.taken_out, name="taken_out"),
]
