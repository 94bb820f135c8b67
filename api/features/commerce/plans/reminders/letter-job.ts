import { brandOf } from '@doorwright/crds/brand/brand-of.ts';
import type { Organization } from '@doorwright/crds/kinds/organization.ts';
import type { Subscription } from '@doorwright/crds/kinds/subscription.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import { egressOwnerOf } from '../../../../core/egress/egress-owner.ts';
import type { JobKind } from '../../../../core/jobs/kind.ts';
import { languageOf } from '../../../../http/language.ts';
import { planOf } from '../../../../kinds/subscription/find.ts';
import { inBrand } from '../../../../providers/email/in-brand.ts';
import { sendMail } from '../../../../providers/email/send.ts';
import { noteSending } from '../../../../providers/note-sending.ts';
import { senderOf } from '../../../../signin/place/sender.ts';
import type { CommerceDeps } from '../../deps.ts';
import { writeReminder } from './letter.ts';
import { type Reminder, reminderAt } from './reminder.ts';

interface Payload {
  owner: string;
  name: string;
  /** The end that the letter is about. */
  endDate: string;
  reminder: Reminder;
}

type Deps = CommerceDeps;

async function receiverOf({ db, store }: Deps, { user }: Subscription): Promise<User | undefined> {
  const slash = user.indexOf('/');
  const found = (await store('user').find(db, user.slice(0, slash), user.slice(slash + 1))) as User | undefined;
  return found?.email && !found.isForbidden && !found.isDeleted ? found : undefined;
}

/** Sends one reminder, unless its subscription has changed meanwhile. */
export const reminderLetter: JobKind<Payload, Deps> = {
  name: 'subscription-reminder',
  retry: { times: 6, firstSeconds: 60, mostSeconds: 1_800 },
  atOnce: 4,
  withinSeconds: 60,
  // Each organization has its own mail server. One that hangs holds one letter.
  groupOf: ({ owner }) => owner,
  lines: 1,
  async run({ owner, name, endDate, reminder }, deps) {
    const { db, store, egress, config } = deps;
    const now = deps.now();
    const found = (await store('subscription').find(db, owner, name)) as unknown as Subscription | undefined;
    if (found?.endDate !== endDate || !reminderAt(found, now)) return;
    const user = await receiverOf(deps, found);
    const by = user && (await senderOf(deps, 'Email', { user, organization: user.owner }));
    const plan = await planOf(found.plan, { sql: db, store });
    if (!user || !by || !plan) return;
    const { provider } = by;
    const organization = (await store('organization').find(db, 'admin', user.owner)) as Organization | undefined;
    const sender = organization?.displayName || user.owner;
    const letter = await writeReminder({
      reminder: found.state === 'Trial' ? 'trial' : reminder,
      ...{ plan: plan.displayName || plan.name, organization: sender, endDate, timeZone: user.timeZone },
      address: `${config.DOORWRIGHT_ORIGIN}/pricing/${found.pricing.split('/').map(encodeURIComponent).join('/')}`,
      language: languageOf(user.language || organization?.language),
    });
    const content = inBrand(letter.content, { name: sender, looks: brandOf(undefined, organization) });
    const postman = {
      way: egress.for(egressOwnerOf(provider, by.organization)),
      host: new URL(config.DOORWRIGHT_ORIGIN).hostname,
    };
    await noteSending({ db, provider, now }, () =>
      sendMail(provider, { ...letter, content, sender, receivers: [user.email] }, postman),
    );
  },
};
