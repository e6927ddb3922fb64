"""E-mail by the operator's own server: one letter at a time in a few threads, so that nobody waits for it."""

from __future__ import annotations

import asyncio
import logging
import smtplib
import ssl
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import localtime

from triarii.server.reminders.push import Outcome
from triarii.server.smtp_address import Manner, SmtpServer

LOG = logging.getLogger("triarii.server")
SECONDS = 20.0
"""For each word of the conversation."""
THREADS = 2
REFUSED_FOR_EVER = 500


class Mailer:
    """Hands letters to a mail server."""

    def __init__(self, server: SmtpServer, sender: Address) -> None:
        self._server = server
        self._sender = sender
        self._threads = ThreadPoolExecutor(THREADS, "triarii-mail")
        self._tls = ssl.create_default_context()

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    def letter(self, to: str, subject: str, text: str, headers: dict[str, str]) -> EmailMessage:
        """Plain text, to one reader. Machines are told that a machine wrote it, so that none answers."""
        letter = EmailMessage()
        letter["From"] = self._sender
        letter["To"] = to
        letter["Subject"] = subject
        letter["Date"] = localtime()
        letter["Auto-Submitted"] = "auto-generated"
        for name, value in headers.items():
            letter[name] = value
        letter.set_content(text)
        return letter

    @property
    def domain(self) -> str:
        return self._sender.domain

    async def send(self, letter: EmailMessage, now: Callable[[], Awaitable[bool]]) -> Outcome:
        """One letter. `now` is asked when the mail server is ready for it, and says whether it still is to be sent."""
        loop = asyncio.get_running_loop()

        def may() -> bool:
            return asyncio.run_coroutine_threadsafe(_asked(now), loop).result(SECONDS)

        return await loop.run_in_executor(self._threads, self._send, letter, may)

    def _send(self, letter: EmailMessage, may: Callable[[], bool]) -> Outcome:
        begun = False
        try:
            with self._line() as line:
                if self._server.user:
                    line.login(self._server.user, self._server.password)
                line.mail(self._sender.addr_spec)
                code, _ = line.rcpt(str(letter["To"]))
                if code >= REFUSED_FOR_EVER:
                    return Outcome.GONE
                if code not in (250, 251):
                    return Outcome.AGAIN
                if not may():
                    return Outcome.NOT_OURS
                begun = True
                code, _ = line.data(letter.as_bytes())
                return Outcome.SENT if code == 250 else Outcome.AGAIN
        except smtplib.SMTPDataError:
            return Outcome.AGAIN
        except (OSError, smtplib.SMTPException, TimeoutError) as problem:
            if begun:
                return Outcome.UNKNOWN
            LOG.warning("nothing was sent by the mail server %s: %s", self._server.host, _reason(problem))
            return Outcome.AGAIN

    def _line(self) -> smtplib.SMTP:
        server = self._server
        if server.manner is Manner.TLS:
            return smtplib.SMTP_SSL(server.host, server.port, timeout=SECONDS, context=self._tls)
        line = smtplib.SMTP(server.host, server.port, timeout=SECONDS)
        try:
            if server.manner is Manner.STARTTLS:
                line.starttls(context=self._tls)
            line.ehlo_or_helo_if_needed()
        except BaseException:
            line.close()
            raise
        return line


def _reason(problem: Exception) -> str:
    """For whoever runs this server; what the other one said may repeat names and passwords."""
    match problem:
        case ssl.SSLCertVerificationError():
            return f"its certificate is not believed ({problem.verify_message})"
        case smtplib.SMTPAuthenticationError():
            return f"it does not take this name and password ({problem.smtp_code})"
        case smtplib.SMTPNotSupportedError():
            return "it does not offer what is asked of it, such as STARTTLS or a login"
        case smtplib.SMTPResponseException():
            return f"it answered {problem.smtp_code}"
        case OSError() if problem.strerror:
            return problem.strerror
        case _:
            return type(problem).__name__


async def _asked(question: Callable[[], Awaitable[bool]]) -> bool:
    return await question()
