import { emit } from '@doorwright/crds/schema/schema.ts';
import { z } from 'zod';
import { type Caller, isGlobalAdmin } from '../../core/callers.ts';
import { record } from '../../core/objects/history/records.ts';
import { parsed } from '../../http/parsed-form.ts';
import type { Route } from '../../http/route.ts';
import type { RouteDeps } from '../../kinds/route-deps.ts';
import { aboutOwn, changingCaller, ownCaller } from '../account/own-caller.ts';
import { digestSwitchRoute } from './digest/switch-route.ts';
import { findNotifications } from './find.ts';
import { mark, stateOf } from './marks.ts';
import { type Scope, tones } from './notification.ts';

const tag = 'Notification';
const permission = 'administrator';

const shown = z.object({
  key: z.string().describe('Follows from the cause. The same cause has the same key.'),
  code: z
    .string()
    .describe('Name of its words: `titles.<code>` and `todo.<code>` in `locales/<language>/notifications.json`.'),
  tone: z.enum(tones),
  params: z.record(z.string(), z.union([z.string(), z.number()])).describe('Values for the words.'),
  since: z.string().describe('Since when it lasts. Empty if nobody knows.'),
  subject: z.object({ kind: z.string(), owner: z.string(), name: z.string() }).describe('The object that it is about.'),
  path: z.string().describe('The page of the console about it.'),
});

const digest = z.object({
  isOn: z.boolean().describe('The caller gets a daily digest.'),
  email: z.string().describe("The caller's address. Without one, there is no digest."),
});

const dismissal = z.object({
  keys: z.array(z.string().max(100)).max(1_000).describe('Keys of the notifications.'),
});

const scopeOf = (caller: Caller, owner: string, now: Date): Scope => ({
  organization: isGlobalAdmin(caller) ? undefined : owner,
  now,
});

type Deps = Pick<RouteDeps, 'db' | 'store' | 'registry'>;

/** The notifications of an administrator. They are for people: no program calls these endpoints. */
export const notificationRoutes = (deps: Deps): Route[] => [
  {
    method: 'GET',
    path: '/api/get-notifications',
    summary: 'Lists the problems that need the calling administrator, without those that they dismissed.',
    ...{ tag, permission },
    answer: { data: { type: 'array', items: emit(shown) }, data2: emit(digest) },
    async handle({ context: { caller, now } }) {
      const own = ownCaller(caller);
      const [found, { email, wantsDigest, dismissed }] = await Promise.all([
        findNotifications(deps, scopeOf(caller, own.owner, now)),
        stateOf(deps.db, own),
      ]);
      return { data: found.filter(({ key }) => !dismissed.has(key)), data2: { isOn: wantsDigest, email } };
    },
  },
  {
    method: 'POST',
    path: '/api/dismiss-notification',
    summary: 'Hides notifications from the calling administrator, in every browser, until they have another cause.',
    ...{ tag, permission },
    body: emit(dismissal),
    async handle({ context, body }) {
      const own = changingCaller(context.caller);
      const { keys } = parsed(dismissal, body);
      const found = await findNotifications(deps, scopeOf(context.caller, own.owner, context.now));
      // Others do not exist, or are not the caller's to see.
      const known = found.filter(({ key }) => keys.includes(key));
      if (known.length === 0) return {};
      await deps.db.transaction(async (sql) => {
        await mark(sql, 'dismissed_time', own, { keys: known.map(({ key }) => key), now: context.now });
        const reason = known.map(({ code, subject: { name } }) => `${code} ${name}`).join(', ');
        await record({ sql }, context, { ...aboutOwn(own), reason });
      });
      return {};
    },
  },
  digestSwitchRoute(deps),
];
