import type { Provider } from 'oidc-provider';

/** The fields of an answer of the authorization endpoint to its client. */
export type ClientAnswer = Readonly<Record<string, string>>;

const answers = new WeakMap<object, ClientAnswer>();

/** The answer to the client, also an error. Missing where a page says what is wrong. */
export const clientAnswerOf = (ctx: object): ClientAnswer | undefined => answers.get(ctx);

/** Adds fields to an answer that is noted already. */
export function addToAnswer(ctx: object, fields: ClientAnswer): void {
  const answer = answers.get(ctx);
  if (answer) answers.set(ctx, { ...answer, ...fields });
}

/** A page takes the place of an error that may not go to the client. */
export const answerByPage = (ctx: object): void => void answers.delete(ctx);

const texts = (fields: object): ClientAnswer =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );

/**
 * Notes each answer to a client, and names the issuer in all of them, as the discovery document promises (RFC 9207). The library
 * leaves it out if the answer has an ID token. A client that relies on the promise refuses such an answer.
 */
export function noteClientAnswers(provider: Provider): void {
  const iss = provider.issuer;
  provider.on('authorization.success', (ctx, answer) => {
    // A device gets no answer here: it asks at the token endpoint.
    if (answer) answers.set(ctx, texts(Object.assign(answer, { iss })));
  });
  const stateOf = ({ oidc, query }: { oidc: { params?: object | undefined }; query: object }) => {
    const { state } = (oidc.params ?? query) as { state?: unknown };
    return typeof state === 'string' && state ? state : undefined;
  };
  provider.on('authorization.error', (ctx, error) => {
    const { message, error_description, scope } = error as typeof error & { scope?: string };
    answers.set(ctx, texts({ error: message, error_description, scope, state: stateOf(ctx), iss }));
  });
  provider.on('server_error', (ctx) => {
    if (ctx.oidc.route === 'authorization')
      answers.set(ctx, texts({ error: 'server_error', state: stateOf(ctx), iss }));
  });
}
