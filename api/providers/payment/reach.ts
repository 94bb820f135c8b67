import type { RequestInit } from 'undici';
import type { z } from 'zod';
import { EgressError } from '../../core/egress/egress-error.ts';
import type { Answer, EgressClient, Limits } from '../../core/egress/gate.ts';
import { refusedBy } from './channel.ts';

/** Sends a request to a vendor. One that does not answer has refused. */
export async function reach(way: EgressClient, address: string, init: RequestInit, limits?: Limits): Promise<Answer> {
  try {
    // A vendor of payments never redirects, and a signed request goes to its first address only.
    return await way.fetch(address, init, { ...limits, redirects: 0 });
  } catch (error) {
    throw error instanceof EgressError ? refusedBy(error.message, error) : error;
  }
}

/** Reads the form of an answer. `what` names it in the refusal. */
export function shaped<S extends z.ZodType>(schema: S, text: string, what: string): z.output<S> {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    // The cause would repeat the answer, which may have data of the buyer.
    throw refusedBy(`${what} has another form than its vendor documents`);
  }
}
