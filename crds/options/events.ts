import { triggeringActions as firstEvents } from './record-actions.ts';

/** A type of event: something that happened in an organization, as webhooks and the stream of events name it. */
export interface EventType {
  name: string;
  about: string;
  /** The version of the schema of its data. It changes if a receiver of the version before could not read the new data. */
  version: number;
}

export { firstEvents };

/** The kinds whose objects people and programs write. `tests/conformance/events.test.ts` compares them with the model. */
export const writtenKinds = [
  ...(['organization', 'user', 'role', 'group', 'permission', 'model', 'adapter', 'enforcer'] as const),
  ...(['application', 'provider', 'token', 'cert', 'webhook', 'syncer', 'ldap', 'resource'] as const),
  ...(['product', 'plan', 'pricing', 'subscription', 'payment'] as const),
] as const;

export const writes = ['add', 'update', 'delete'] as const;
export type Write = (typeof writes)[number];

type WriteEvent = `${Write}-${(typeof writtenKinds)[number]}`;

const writeEvents = writtenKinds.flatMap((kind) => writes.map((write): WriteEvent => `${write}-${kind}`));

const others = {
  'sign-in-failed': 'Somebody failed to sign in, for example with a wrong password.',
  lockout: 'A sign-in or a code was refused, because too many wrong ones came before.',
  'change-factors': "A user's second factors, recovery codes or passkeys changed, or a recovery code was used.",
  consent: 'A user agreed that an application gets their data.',
  'revoke-consent': 'A user disconnected an application. Its tokens and the consent ended.',
  'revoke-token':
    'An application revoked a token, or a code or refresh token came a second time. All tokens of the grant ended.',
  'end-session': 'An administrator or the user ended sessions. Their tokens ended with them.',
  'rotate-cert': 'A cert began to sign with another key.',
  'payment-paid': 'The payment for an order arrived.',
  'payment-failed': 'The payment service refused the payment for an order.',
  'payment-expired': 'Nobody paid an order in its time. Its piece went back to the stock.',
  'subscription-started': 'A trial or the first paid period of a subscription began.',
  'subscription-renewed': 'A payment prolonged a subscription.',
  'subscription-cancelled': 'A user cancelled their subscription. It stays until its end.',
  'subscription-ended': 'A subscription is over. Its role is gone.',
  'payment-invoiced': 'An invoice or a credit note for a payment was issued.',
  'payment-refunded': 'Money of a payment went back to the buyer, all of it or a part.',
} as const;

type OtherEvent = keyof typeof others;
export type EventName = (typeof firstEvents)[number] | WriteEvent | OtherEvent;

const firstAbouts: Record<(typeof firstEvents)[number], string> = {
  signup: 'A user signed up.',
  login: 'A user signed in, or a session of theirs opened an application.',
  logout: 'A user signed out.',
  'update-user': 'A user changed.',
};

const pastOf: Record<Write, string> = { add: 'added', update: 'changed', delete: 'deleted' };
const aboutWrite = (name: string) => {
  const [write, kind] = name.split('-') as [Write, string];
  return `An object of the kind ${kind} was ${pastOf[write]}.`;
};

/** Every event, the ones of Casdoor 2022 first. */
export const events: readonly (EventType & { name: EventName })[] = [
  ...firstEvents.map((name) => ({ name, about: firstAbouts[name], version: 1 })),
  ...(Object.keys(others) as OtherEvent[]).map((name) => ({ name, about: others[name], version: 1 })),
  ...writeEvents
    .filter((name) => name !== 'update-user')
    .map((name) => ({ name, about: aboutWrite(name), version: 1 })),
];

/** The event that an administrator sends by hand. No webhook needs to name it. */
export const testEvent: EventType = {
  name: 'test',
  about: 'An administrator sends a test to a webhook. Its record is that of the request.',
  version: 1,
};

export const eventNames = events.map(({ name }) => name) as [EventName, ...EventName[]];

const known: ReadonlySet<string> = new Set(eventNames);

export const isEventName = (name: string): name is EventName => known.has(name);

/** Refusals that ask for the next step of a sign-in. Nobody failed yet. */
const questions: ReadonlySet<string> = new Set([
  ...['factor-required', 'factor-enrol', 'factor-recovery', 'password-due', 'prompt-required', 'captcha-required'],
  ...['consent-required', 'consent', 'sign-in-first', 'sign-out-first', 'proof-required', 'code-missing'],
]);

export const signInActions: ReadonlySet<string> = new Set([
  'login',
  'login/oauth/access_token',
  'webauthn/signin/finish',
]);

const byAction: Readonly<Record<string, EventName>> = {
  ...{ signup: 'signup', login: 'login', logout: 'logout' },
  ...{ 'login/oauth/access_token': 'login', 'webauthn/signin/finish': 'login' },
  ...{ 'add-factor': 'change-factors', 'delete-factor': 'change-factors', 'reset-factors': 'change-factors' },
  ...{ 'new-recovery-codes': 'change-factors', 'delete-passkey': 'change-factors' },
  'webauthn/signup/finish': 'change-factors',
  'end-account-connection': 'revoke-consent',
  'login/oauth/revoke': 'revoke-token',
  ...{ 'delete-session': 'end-session', 'end-account-sessions': 'end-session', 'end-user-sessions': 'end-session' },
};

/** The event of a request that succeeded, where the action says what happened. Other places name their event. */
export const eventOfAction = (action: string): EventName | undefined => byAction[action];

/** The event of a refusal, by its code. */
export function eventOfRefusal(action: string, code: string): EventName | undefined {
  if (code === 'locked') return 'lockout';
  return signInActions.has(action) && !questions.has(code) ? 'sign-in-failed' : undefined;
}

/** The event of a write. The key of a cert changes by a write of the cert. */
export function writeEventOf(
  write: Write,
  kind: string,
  { action, changed = [] }: { action: string; changed?: readonly string[] },
): EventName | undefined {
  if (kind === 'cert' && (action.endsWith('/sign') || changed.includes('privateKey'))) return 'rotate-cert';
  const name = `${write}-${kind}`;
  return isEventName(name) ? name : undefined;
}
