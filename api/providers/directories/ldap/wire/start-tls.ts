import { once } from 'node:events';
import type { Socket } from 'node:net';
import { BerReader, ExtendedRequest, ExtendedResponse } from 'ldapts';
import { BadAnswer } from './check-message.ts';
import { createMessageCutter } from './messages.ts';

const startTls = '1.3.6.1.4.1.1466.20037';

/**
 * Asks the server to encrypt (RFC 4511, 4.14). We ask before the library has the connection, so it never sees a byte that was not
 * encrypted.
 */
export async function askForTls(socket: Socket, signal: AbortSignal): Promise<void> {
  const cut = createMessageCutter();
  socket.write(new ExtendedRequest({ messageId: 1, oid: startTls }).write());
  const ended = () => socket.emit('error', new Error('the server ended the connection'));
  socket.once('end', ended);
  try {
    for (;;) {
      const [chunk] = (await once(socket, 'data', { signal })) as [Buffer];
      const [answer, ...more] = cut(chunk);
      if (!answer) continue;
      // What follows the answer was not encrypted: somebody on the way could have added it.
      if (more.length > 0) throw new BadAnswer('more than one answer');
      if (statusOf(answer) !== 0) throw new BadAnswer('the server refuses TLS');
      return;
    }
  } finally {
    socket.off('end', ended);
    socket.pause();
  }
}

function statusOf(message: Buffer): number {
  const reader = new BerReader(message);
  reader.readSequence();
  const messageId = reader.readInt() ?? 0;
  reader.readSequence();
  const response = new ExtendedResponse({ messageId });
  response.parse(reader, []);
  return response.status;
}
