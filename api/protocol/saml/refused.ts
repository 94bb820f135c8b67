import { Refusal } from '../../core/errors.ts';

/** A request that is wrong in itself. The reason is for developers, in English. */
export const wrongRequest = (reason: string, cause?: unknown): Refusal =>
  new Refusal('saml-request-refused', { reason: reason.slice(0, 200) }, { cause });

/** Reads XML with the reader for messages of identity providers, whose refusals speak of providers. */
export function readingRequest<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof Refusal && error.code === 'sign-in-service-failed')
      throw wrongRequest(String(error.params.problem ?? ''), error);
    throw error;
  }
}
