import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { BadAnswer } from './check-message.ts';
import { limits } from './limits.ts';
import { createMessageCutter } from './messages.ts';

/**
 * A socket that hands the library one whole, checked message at a time, and counts what answers one question. By
 * itself, the library joins all bytes again with each part, and calls itself for each message in a part.
 */
export class MessageSocket extends Duplex {
  readonly connecting = false;
  readonly readyState = 'open';
  /** Why the connection ended, if the server is to blame. */
  failure: Error | undefined;
  readonly #raw: Socket;
  #bytes = 0;
  #messages = 0;

  constructor(raw: Socket) {
    super({ readableObjectMode: true, writableObjectMode: false });
    this.#raw = raw;
    const cut = createMessageCutter();
    raw.on('data', (chunk: Buffer) => {
      try {
        this.#count(chunk.length, 0);
        for (const message of cut(chunk)) {
          this.#count(0, 1);
          this.push(message);
        }
      } catch (error) {
        this.#fail(error as Error);
      }
    });
    raw.on('error', (error) => this.#fail(error));
    raw.on('close', () => this.destroy());
  }

  /** Begins to count for the next question. */
  nextQuestion(): void {
    this.#bytes = 0;
    this.#messages = 0;
  }

  #count(bytes: number, messages: number): void {
    this.#bytes += bytes;
    this.#messages += messages;
    if (this.#bytes > limits.answerBytes || this.#messages > limits.answerMessages)
      throw new BadAnswer('an answer is too large');
  }

  #fail(error: Error): void {
    if (this.destroyed) return;
    this.failure = error;
    this.destroy(error);
  }

  override _read(): void {
    // The library takes each message at once.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#raw.write(chunk, done);
  }

  override _final(done: () => void): void {
    this.#raw.end(() => done());
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#raw.destroy();
    done(error);
  }
}
