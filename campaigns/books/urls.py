"""Where the books are."""

from django.urls import path

from campaigns.books.views import company, counts, files, overview

urlpatterns = [
    path("", overview.overview, name="books"),
    path("open/", overview.lay_open, name="books_open"),
    path("book.<str:form>", files.whole, name="books_file"),
    path("of/<slug:seat>/", company.sheet, name="books_sheet"),
    path("of/<slug:seat>/statement/", company.statement, name="books_statement"),
    path("of/<slug:seat>/worth/", company.worth, name="books_worth"),
    path("of/<slug:seat>/bookings/", company.bookings, name="books_bookings"),
    path("of/<slug:seat>/counts/", counts.counts, name="books_counts"),
    path("of/<slug:seat>/counts/<int:number>/", counts.counted, name="books_count"),
    path("of/<slug:seat>/counts/<int:number>/adjust/", counts.adjust, name="books_adjust"),
    path("of/<slug:seat>/counts/<int:number>/strike/", counts.strike, name="books_strike"),
    path("of/<slug:seat>/book.<str:form>", files.one, name="books_company_file"),
]
