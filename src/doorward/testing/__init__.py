"""The real service in your tests: in the same process, with a separate database for each test and a movable clock.

    def test_my_application(doorward):
        ann = doorward.user("ann", roles=["admin"])
        response = my_application.get("/orders", headers=ann.headers)
        doorward.clock.advance(minutes=20)      # ann's token has expired

`pip install doorward[testing]` adds the fixture `doorward` to pytest.
"""
