"""What can go wrong; each error has its own class."""


class Refused(Exception):
    """A request that the engine refuses; `error` and `rule` are its stable ids."""

    def __init__(self, answer):
        super().__init__("%s: %s" % (answer["error"], answer.get("message", "")))
        self.error, self.rule, self.answer = answer["error"], answer.get("rule"), answer


class LibraryMissing(OSError):
    """The shared library is missing or has another version."""


class EnvError(ValueError):
    """An environment cannot be made, or a position cannot be set; `error` is the stable id."""

    def __init__(self, words):
        super().__init__(words)
        self.error = words.split(":")[0]


class RulesError(EnvError):
    """No such ruleset or option, or a value out of bounds."""


class SeatsError(EnvError):
    """More or fewer seats than the rules allow."""


class BatchError(EnvError):
    """A batch cannot have this number of games."""


class BotError(EnvError):
    """No such level of bot, or no seat left for a learner."""


_CLASSES = {"no-such-ruleset": RulesError, "no-such-option": RulesError, "bad-value": RulesError,
            "bad-players": SeatsError, "bad-seats": SeatsError, "bad-batch": BatchError, "bad-bot": BotError, "bad-bots": BotError}


def env_error(words):
    return _CLASSES.get(words.split(":")[0], EnvError)(words)
