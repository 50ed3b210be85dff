"""A socket between a node and its database that passes bytes on, or stops doing so."""
import asyncio
import os
import threading


def new_loop():
    """An event loop in a thread of its own, for any number of wires."""
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, daemon=True).start()
    return loop


class Wire:
    """A socket for one node that passes bytes on to the database, or stops doing so for a while."""

    def __init__(self, loop, folder, to):
        self.loop, self.folder, self.to, self.open, self.ends = loop, folder, to, asyncio.Event(), set()
        self.open.set()
        listening = asyncio.start_unix_server(self.accept, folder + "/.s.PGSQL.5432")
        self.server = asyncio.run_coroutine_threadsafe(listening, loop).result()

    async def accept(self, reader, writer):
        try:
            await self.open.wait()
            far_reader, far_writer = await asyncio.open_unix_connection(self.to + "/.s.PGSQL.5432")
        except OSError:
            writer.close()
            return
        self.ends |= {writer, far_writer}
        await asyncio.gather(self.pump(reader, far_writer), self.pump(far_reader, writer))
        self.ends -= {writer, far_writer}

    async def pump(self, reader, writer):
        try:
            while data := await reader.read(65536):
                await self.open.wait()
                writer.write(data)
                await writer.drain()
        except (OSError, asyncio.CancelledError):
            pass
        writer.close()

    def cut(self):
        self.loop.call_soon_threadsafe(self.open.clear)

    def drop(self):
        """Cut every connection, in the middle of whatever it is doing."""
        self.loop.call_soon_threadsafe(lambda: [w.transport.abort() for w in list(self.ends)])

    def end(self):
        """Stop answering, as if the machine were switched off."""
        self.loop.call_soon_threadsafe(self.server.close)
        os.unlink(self.folder + "/.s.PGSQL.5432")
        self.drop()

    def heal(self):
        self.loop.call_soon_threadsafe(self.open.set)
