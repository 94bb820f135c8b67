import { brandOf } from '@doorwright/crds/brand/brand-of.ts';
import type { Organization } from '@doorwright/crds/kinds/organization.ts';
import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import { egressOwnerOf } from '../../../core/egress/egress-owner.ts';
import type { JobKind } from '../../../core/jobs/kind.ts';
import { languageOf } from '../../../http/language.ts';
import { inBrand } from '../../../providers/email/in-brand.ts';
import { sendMail } from '../../../providers/email/send.ts';
import { noteSending } from '../../../providers/note-sending.ts';
import type { AccountDeps } from '../../../signin/place/deps.ts';
import { findNotifications } from '../find.ts';
import { mark, type Person, stateOf } from '../marks.ts';
import type { Notification } from '../notification.ts';
import { writeDigest } from './letter.ts';
import { administeredBy, mailSenderOf } from './recipient.ts';

type Deps = Pick<AccountDeps, 'db' | 'store' | 'registry' | 'egress' | 'config' | 'log'> & { now: () => Date };

const dayMs = 86_400_000;
/** A problem that lasts is a reason for another digest after a week. */
const remindAfterMs = 7 * dayMs - dayMs / 2;
/** The rest comes in the next digest. */
const mostInDigest = 50;

/** A provider cannot tell by mail that it sends none. When this mail arrives, the problem is over. */
const isAbout = ({ code, subject }: Notification, provider: Provider) =>
  code === 'mailRefused' && subject.name === provider.name;

/**
 * Sends the digest of one person, if something is new to them. A provider that has failed for a day is tried once a day, and not
 * again and again.
 */
export const digestLetter: JobKind<Person, Deps> = {
  name: 'notification-digest',
  retry: { times: 6, firstSeconds: 60, mostSeconds: 1_800 },
  atOnce: 4,
  withinSeconds: 60,
  // Each organization has its own mail server. One that hangs holds one letter.
  groupOf: ({ owner }) => owner,
  lines: 1,
  async run({ owner, name }, deps) {
    const { db, store, egress, config, log } = deps;
    const now = deps.now();
    const user = (await store('user').find(db, owner, name)) as User | undefined;
    const scope = user && administeredBy(user, now);
    const by = user?.digestDay && user.email && scope ? await mailSenderOf(deps, user) : undefined;
    if (!user || !scope || !by) return;
    const { provider } = by;
    const [found, { dismissed, mailed }, organization] = await Promise.all([
      findNotifications(deps, scope),
      stateOf(db, user),
      store('organization').find(db, 'admin', owner) as Promise<Organization | undefined>,
    ]);
    const told = found.filter((each) => !dismissed.has(each.key) && !isAbout(each, provider)).slice(0, mostInDigest);
    const isDue = ({ key }: Notification) => {
      const last = mailed.get(key);
      return !last || last.getTime() + remindAfterMs <= now.getTime();
    };
    if (!told.some(isDue)) return;
    const [fresh, lasting] = [false, true].map((isOld) => told.filter(({ key }) => mailed.has(key) === isOld));
    const sender = organization?.displayName || owner;
    const letter = await writeDigest({
      ...{ fresh: fresh ?? [], lasting: lasting ?? [], organization: sender },
      ...{ origin: config.DOORWRIGHT_ORIGIN, timeZone: user.timeZone },
      language: languageOf(user.language || organization?.language),
    });
    const content = inBrand(letter.content, { name: sender, looks: brandOf(undefined, organization) });
    const postman = {
      way: egress.for(egressOwnerOf(provider, by.organization)),
      host: new URL(config.DOORWRIGHT_ORIGIN).hostname,
    };
    try {
      await noteSending({ db, provider, now }, () =>
        sendMail(provider, { ...letter, content, sender, receivers: [user.email] }, postman),
      );
    } catch (error) {
      const isOld = provider.failingSince && Date.parse(provider.failingSince) + dayMs <= now.getTime();
      if (!isOld) throw error;
      log.warn({ provider: provider.name, reason: (error as Error).message }, 'A digest could not be sent');
      return;
    }
    await mark(db, 'mailed_time', user, { keys: told.map(({ key }) => key), now });
  },
};
