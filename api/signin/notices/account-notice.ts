import { brandOf } from '@doorwright/crds/brand/brand-of.ts';
import type { Organization } from '@doorwright/crds/kinds/organization.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import type { Language } from '@doorwright/locales';
import { textsIn } from '@doorwright/locales/translator.ts';
import escapeHtml from 'escape-html';
import { egressOwnerOf } from '../../core/egress/egress-owner.ts';
import { Refusal } from '../../core/errors.ts';
import { enqueue } from '../../core/jobs/enqueue.ts';
import { type JobKind, PermanentFailure } from '../../core/jobs/kind.ts';
import type { Sql } from '../../db/knex.ts';
import { languageOf } from '../../http/language.ts';
import { inBrand } from '../../providers/email/in-brand.ts';
import { sendMail } from '../../providers/email/send.ts';
import { noteSending } from '../../providers/note-sending.ts';
import { applicationOfUser } from '../place/application-of-user.ts';
import type { AccountDeps } from '../place/deps.ts';
import { senderOf, sendingOrganization } from '../place/sender.ts';
import { markOf, sealTicket, type TicketPurpose } from './letter-ticket.ts';
import { signInWords, type ToldSignIn } from './sign-in-words.ts';

/** The changes that a user is told about. Each has a title and a text in `letters.json`. */
export type NoticeSubject =
  | 'emailChanged'
  | 'phoneChanged'
  | 'passwordChanged'
  | 'accountDeleted'
  | 'accountMarkedDeleted'
  | 'factorAdded'
  | 'factorRemoved'
  | 'factorsReset'
  | 'factorDemanded'
  | 'browserTrusted'
  | 'browserForgotten'
  | 'recoveryCodesMade'
  | 'recoveryCodeUsed'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'newDevice'
  | 'passwordLink'
  | 'invitation';

/** The types of second factors that letters name. */
export type NamedFactor = 'totp' | 'email' | 'phone';

const factorWords = { totp: 'factorTotp', email: 'factorEmail', phone: 'factorPhone' } as const;

/** The user of a link, as they were when the letter was requested. */
interface LinkedUser extends Pick<ToldSignIn, 'userId' | 'time'> {
  mark: string;
}

/** A letter about a change to an account. The user may be gone when it is sent. */
interface AccountNotice {
  organization: string;
  /** Name of the user. */
  user: string;
  provider: string;
  /** The organization of that provider. Letters of an earlier release have none. */
  from?: string;
  to: string;
  subject: NoticeSubject;
  /** The second factor that the letter is about, if any. */
  factor?: NamedFactor;
  /** The sign-in that the letter is about, if any. */
  signIn?: ToldSignIn;
  /** The link to choose a password by, if the letter has one. */
  passwordLink?: LinkedUser;
  /** The application whose pages the letter leads to. */
  application?: string;
  language: string;
}

type NoticeDeps = Pick<AccountDeps, 'db' | 'store' | 'egress' | 'config' | 'box'>;

/** Mail servers refuse some letters for good. */
const isRefused = (error: unknown): boolean =>
  error instanceof Refusal && (error.code === 'receivers-invalid' || isRefused5xx(error.cause));
const isRefused5xx = (cause: unknown) => {
  const { responseCode = 0 } = (cause ?? {}) as { responseCode?: number };
  return responseCode >= 500 && responseCode < 600;
};

/** The fragment stays in the browser: no log has it. */
const linkTo = (application: string, purpose: TicketPurpose, user: LinkedUser, { box, config }: NoticeDeps) =>
  `${config.DOORWRIGHT_ORIGIN}/forget/${encodeURIComponent(application)}#${purpose}=${sealTicket(box, purpose, user)}`;

/** The user of a sign-in, with the password that it left: a sign-in may set a new one. Another email since then ends the link at once. */
async function signedIn({ userId, time }: ToldSignIn, email: string, { db, store }: NoticeDeps): Promise<LinkedUser> {
  const user = (await store('user').findBy(db, { id: userId })) as unknown as User | undefined;
  if (!user) throw new PermanentFailure('The user of the notice is gone');
  return { userId, time, mark: markOf({ ...user, email }) };
}

export const accountNotice: JobKind<AccountNotice, NoticeDeps & { now: () => Date }> = {
  name: 'account-notice',
  // A mail server may be down for hours, and the letter is still worth reading.
  retry: { times: 10, firstSeconds: 5, mostSeconds: 3600 },
  atOnce: 8,
  withinSeconds: 60,
  groupOf: ({ organization }) => organization,
  lines: 2,
  async run({ organization: owner, user, provider: name, to, subject, factor, language, ...more }, deps) {
    const { signIn, passwordLink, application = '', from = owner } = more;
    const { db, store, egress, config } = deps;
    const organization = (await store('organization').find(db, 'admin', owner)) as unknown as Organization | undefined;
    const person = (await store('user').find(db, owner, user)) as unknown as User | undefined;
    const by = await senderOf(deps, 'Email', {
      organization: person ? sendingOrganization(person) : from,
      named: name,
    });
    if (!organization || !by) throw new PermanentFailure('What the notice was to be sent with is gone');
    const say = await textsIn(language as Language, 'letters');
    const sender = organization.displayName || organization.name;
    const values = {
      ...{ organization: sender, user },
      factor: factor ? say(factorWords[factor]) : '',
      ...(signIn && signInWords(signIn, say, language as Language)),
    };
    const text = say(`${subject}Text`, values);
    const link = signIn
      ? { about: say('notMe'), address: linkTo(application, 'not-me', await signedIn(signIn, to, deps), deps) }
      : passwordLink && {
          about: say('choosePassword'),
          address: linkTo(application, 'password-link', passwordLink, deps),
        };
    const mail = {
      sender,
      receivers: [to],
      title: say(`${subject}Title`, { organization: sender }),
      content: inBrand(
        `<p>${escapeHtml(text)}</p>${link ? `<p><a href="${escapeHtml(link.address)}">${escapeHtml(link.about)}</a></p>` : ''}`,
        { name: sender, looks: brandOf(undefined, organization) },
      ),
      text: link ? `${text}\n\n${link.about}: ${link.address}` : text,
    };
    const { provider } = by;
    const way = egress.for(egressOwnerOf(provider, by.organization));
    const postman = { way, host: new URL(config.DOORWRIGHT_ORIGIN).hostname };
    await noteSending({ db, provider, now: deps.now() }, () => sendMail(provider, mail, postman)).catch(
      (error: Error) => {
        throw isRefused(error) ? new PermanentFailure(error.message) : error;
      },
    );
  },
};

interface Told {
  user: User;
  /** The address of the user before the change. Without one, nobody is told. */
  to: string;
  subject: NoticeSubject;
  factor?: NamedFactor | undefined;
  signIn?: ToldSignIn;
  passwordLink?: LinkedUser;
  /** The language of the request, for users without a language of their own. */
  language: string | undefined;
}

/** Tells a user by mail about a change to their account, in the transaction of the change. */
export async function tellUser(
  sql: Sql,
  deps: Pick<AccountDeps, 'db' | 'store'>,
  { user, to, subject, factor, signIn, passwordLink, language }: Told,
): Promise<void> {
  const application = to ? await applicationOfUser(deps, user) : undefined;
  const by = application && (await senderOf(deps, 'Email', { user, organization: user.owner }));
  if (!by) return;
  await enqueue(sql, accountNotice, {
    ...{
      organization: user.owner,
      user: user.name,
      provider: by.provider.name,
      from: by.organization,
      to,
      subject,
      ...(factor && { factor }),
    },
    ...(signIn && { signIn }),
    ...(passwordLink && { passwordLink }),
    application: application.name,
    language: languageOf(user.language || language),
  });
}
