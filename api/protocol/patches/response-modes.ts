import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { insideOf } from './inside.ts';

/** The answer to a client, and where it goes. */
export interface ClientAnswer {
  mode: string;
  address: string;
  fields: Readonly<Record<string, string>>;
}

const answers = new WeakMap<object, ClientAnswer>();

/** The answer of an authorization request to its client, also an error. */
export const clientAnswerOf = (ctx: object): ClientAnswer | undefined => answers.get(ctx);

/**
 * Notes the fields of each answer that goes to a client, and lets a page of ours stand in the place of the library's.
 *
 * The library writes the fields into an address or a page, without an event for those of an error, and
 * `registerResponseMode` leaves the modes alone that it brings along.
 */
export function noteAnswers(
  provider: Provider,
  drawForm: (ctx: KoaContextWithOIDC, answer: ClientAnswer) => Promise<void>,
): void {
  const modes = insideOf(provider).responseModes;
  for (const [mode, send] of modes)
    modes.set(mode, async (ctx, address, fields) => {
      const texts = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
      const answer = { mode, address, fields: texts };
      answers.set(ctx, answer);
      await send(ctx, address, fields);
      if (mode === 'form_post') await drawForm(ctx, answer);
    });
}
