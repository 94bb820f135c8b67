import { z } from 'zod';
import { egressOwnerOf } from '../../core/egress/egress-owner.ts';
import { Refusal } from '../../core/errors.ts';
import { finishSignIn } from '../../providers/sign-in/sign-in.ts';
import {
  type Attempt,
  type CommonForm,
  defineMethod,
  type Entrance,
  type Guess,
  type Proven,
} from '../contracts/method.ts';
import { addressCounter } from '../locks/guesses.ts';
import { callbackGuesses } from '../locks/limits.ts';
import type { AccountDeps } from '../place/deps.ts';
import { type Account, linkedUser } from '../services/links.ts';
import { type Usable, usableProvider } from '../services/usable-provider.ts';
import { proveAccount } from './prove-account.ts';

const fields = {
  code: z.string().max(4000).default('').describe('The code that WeChat gave to the mini program.'),
  avatar: z.string().max(500).default('').describe('Picture of a new user.'),
};

type Form = CommonForm & z.output<z.ZodObject<typeof fields>>;

/** The application's first mini program. */
async function miniProgramOf(deps: AccountDeps, { application, owner }: Entrance): Promise<Usable> {
  for (const { name } of application.providers) {
    const usable = await usableProvider(deps, name, application, owner).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
    });
    if (usable?.provider.type === 'WeChatMiniProgram') return usable;
  }
  throw new Refusal('provider-not-enabled', { name: 'WeChatMiniProgram' });
}

/** Casdoor 2022 linked the openid where an installation had no unionid yet. */
async function known(deps: AccountDeps, owner: string, account: Account): Promise<Account> {
  const byOpenId = { ...account, profile: { ...account.profile, id: String(account.profile.claims.openid) } };
  const isLinked = (each: Account) => linkedUser(deps.db, deps.store, owner, each);
  return !(await isLinked(account)) && (await isLinked(byOpenId)) ? byOpenId : account;
}

async function userOf(deps: AccountDeps, { form, context, entrance, browser }: Attempt<Form>): Promise<Proven> {
  const usable = await miniProgramOf(deps, entrance);
  const { provider } = usable;
  const profile = await finishSignIn({
    provider,
    way: deps.egress.for(egressOwnerOf(provider, entrance.application.organization)),
    ...{ redirectUri: '', state: '', kept: {}, userAgent: browser.userAgent, now: context.now },
    ownKeys: async () => [],
    postedTicket: async () => '',
    answer: new URLSearchParams({ code: form.code }),
  });
  const named = { ...profile, username: form.username || profile.username, avatar: form.avatar };
  const account = await known(deps, entrance.owner, { provider, profile: named });
  return proveAccount(deps, { context, entrance, usable, account });
}

async function begin(deps: AccountDeps, attempt: Attempt<Form>): Promise<Guess> {
  const { clientIp } = attempt.context;
  const [guesses] = callbackGuesses(clientIp);
  return { found: undefined, counters: [guesses, addressCounter(clientIp)], judge: () => userOf(deps, attempt) };
}

/** The code of a WeChat mini program, which the program brings to the token endpoint. No form of ours takes it. */
export const miniProgram = defineMethod({
  name: 'mini-program',
  amr: ['fed'],
  fields,
  hasNoForm: true,
  isMeant: () => false,
  isOffered: ({ providers }) => providers.length > 0,
  begin,
});
