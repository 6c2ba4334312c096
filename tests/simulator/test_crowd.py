"""A crowd against its members, each followed by itself."""

from random import Random

from advisor.simulator.crowd import Crowd
from advisor.simulator.requests import Request


class Follower:
    """One member as it would be by itself."""

    def __init__(self, request, steps):
        self.computed, self.generated, self.left = request.computed, request.generated, steps


def test_a_crowd_is_its_members():
    random = Random(3)
    for page in (1, 4, 16):
        crowd, alive, told = Crowd(page), {}, 0
        for number in range(400):
            if random.random() < 0.4 or not alive:
                steps = random.randint(1, 40)
                for _ in range(random.choice((1, 4))):      # some end together
                    request = Request(number, random.randint(1, 90), 40)
                    request.computed, request.generated = request.prompt_tokens, 1
                    crowd.join(request, steps)
                    alive[request] = Follower(request, steps)
            elif random.random() < 0.5:
                check_leaving(crowd, alive, random.choice(list(alive)))
            if not alive:
                continue
            steps = random.randint(1, min(m.left for m in alive.values()))
            assert crowd.first_end() - crowd.done == min(m.left for m in alive.values())
            wanted = sum(-(-(m.computed + steps) // page) - -(-m.computed // page) for m in alive.values())
            assert crowd.pages(steps) == wanted
            assert crowd.steps_within(wanted, steps) == steps
            if wanted:
                within = crowd.steps_within(wanted - 1, steps)
                assert crowd.pages(within) <= wanted - 1 < crowd.pages(within + 1)
            crowd.advance(steps)
            for member in alive.values():
                member.computed, member.generated, member.left = member.computed + steps, member.generated + steps, member.left - steps
            assert (crowd.count, crowd.context) == (len(alive), sum(m.computed for m in alive.values()))
            through = crowd.through(crowd.done)
            assert through == [r for r, m in alive.items() if m.left == 0]
            told += len(through)
            for request in through:
                check_leaving(crowd, alive, request)
        assert told > 50


def check_leaving(crowd, alive, request):
    member = alive.pop(request)
    crowd.leave(request)
    assert (request.computed, request.generated) == (member.computed, member.generated)


def test_tokens_that_are_not_back_are_not_generated():
    crowd = Crowd()
    request = Request(0, 10, 40)
    request.computed, request.generated = 10, 1
    crowd.join(request, 5)
    crowd.advance(3)
    assert crowd.through(2) == []
    assert dict(crowd.generated()) == {request: 3}
    assert crowd.disband() == [(request, 0)]
    assert (request.computed, request.generated, crowd.count, crowd.context) == (13, 3, 0, 0)
