import { BadAnswer, checkMessage, elementAt } from './check-message.ts';
import { limits } from './limits.ts';

/** The longest tag and length of a message. */
const headBytes = 6;

/** Cuts a stream of bytes into whole, checked messages. It joins the parts of a message once. */
export function createMessageCutter(): (chunk: Buffer) => Buffer[] {
  let parts: Buffer[] = [];
  let held = 0;
  let wanted = 0;

  return (chunk) => {
    parts.push(chunk);
    held += chunk.length;
    const found: Buffer[] = [];
    while (held > 0 && (wanted === 0 || held >= wanted)) {
      // A server may send single bytes, so the head may lie in several parts.
      if ((parts[0]?.length ?? 0) < Math.min(held, Math.max(wanted, headBytes))) parts = [Buffer.concat(parts)];
      const first = parts[0] as Buffer;
      if (wanted === 0) {
        const element = elementAt(first, 0);
        if (!element) return found;
        if (element.tag !== 0x30 || element.end > limits.messageBytes)
          throw new BadAnswer('a message is too large, or is none');
        wanted = element.end;
        continue;
      }
      const message = first.subarray(0, wanted);
      checkMessage(message);
      found.push(message);
      parts = [first.subarray(wanted), ...parts.slice(1)].filter(({ length }) => length > 0);
      held -= wanted;
      wanted = 0;
    }
    return found;
  };
}
