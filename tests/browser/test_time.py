"""Charts of time and groups choose what all pages show, and stay whole themselves."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.usefixtures("browser")
both_doors = pytest.mark.parametrize("door", ["explorer", "report"], indirect=True)


def test_a_period_is_chosen_by_a_click_stretched_with_shift_and_left_by_a_second_click(view):
    view.open("time?as=each&unit=month")
    periods = view.tab.locator(".spark").first.locator(".period")
    expect(periods).to_have_count(12)
    periods.nth(2).click()
    expect(view.get("date-from")).to_have_value("2024-03")
    periods.nth(4).click(modifiers=["Shift"])
    expect(view.get("date-to")).to_have_value("2024-05")
    expect(periods).to_have_count(12)
    expect(view.tab.locator(".spark").first.locator(".faint")).to_have_count(9)
    for _ in range(2):
        periods.nth(6).click()
    expect(view.get("filters")).to_have_count(0)


@both_doors
def test_a_cell_narrows_to_its_cluster_and_value_and_the_table_stays_whole(view, collection):
    view.open("time?by=desk")
    table = view.get("groups-table")
    table.locator("tbody tr").nth(1).locator("td button").first.click()
    expect(view.get("filters")).to_contain_text("desk: north")
    expect(table.locator("tbody tr")).to_have_count(len(collection.TOPICS))
    expect(table.locator("[aria-pressed=true]")).to_have_count(2)
    table.locator("thead [aria-pressed=true]").click()
    expect(view.get("filters")).not_to_contain_text("desk: north")


def test_shares_of_one_cluster_are_of_all_clusters(view):
    view.open("time?as=each&unit=month&c=1")
    expect(view.tab.locator(".spark")).to_have_count(1)
    told = view.tab.locator(".spark title").all_text_contents()
    assert any(not share.endswith(": 100 %") for share in told)
