"""The real service in a test of your own: in this process, on a database of its own, with a clock that you move.

    def test_my_application(doorward):
        ann = doorward.user("ann", roles=["admin"])
        response = my_application.get("/orders", headers=ann.headers)
        doorward.clock.advance(minutes=20)      # by now ann's token has expired

`pip install doorward[testing]` brings the fixture `doorward` into pytest.
"""
