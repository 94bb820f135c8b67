import type { User } from '@doorwright/crds/kinds/user.ts';
import { emit } from '@doorwright/crds/schema/schema.ts';
import { z } from 'zod';
import { Refusal } from '../../../core/errors.ts';
import { record } from '../../../core/objects/history/records.ts';
import { parsed } from '../../../http/parsed-form.ts';
import type { Route } from '../../../http/route.ts';
import type { RouteDeps } from '../../../kinds/route-deps.ts';
import { aboutOwn, changingCaller } from '../../account/own-caller.ts';
import { digestDay } from './digest-day.ts';
import { mailSenderOf } from './recipient.ts';

const wish = z.object({ isOn: z.boolean().describe('The caller wants a daily digest.') });

/** Switches the daily digest of the caller on or off. The first one comes at the next seven o'clock of the user. */
export const digestSwitchRoute = ({ db, store }: Pick<RouteDeps, 'db' | 'store'>): Route => ({
  method: 'POST',
  path: '/api/set-notification-digest',
  summary: 'Switches the daily digest of notifications by mail on or off for the calling administrator.',
  tag: 'Notification',
  permission: 'administrator',
  body: emit(wish),
  async handle({ context, body }) {
    const own = changingCaller(context.caller);
    const { isOn } = parsed(wish, body);
    const users = store('user');
    await db.transaction(async (sql) => {
      const user = (await users.find(sql, own.owner, own.name)) as User | undefined;
      if (!user) throw new Refusal('sign-in-first');
      if (isOn && !user.email) throw new Refusal('email-empty');
      if (isOn && !(await mailSenderOf({ db, store }, user))) throw new Refusal('email-provider-missing');
      const day = isOn ? digestDay(context.now, user.timeZone) : '';
      await sql(users.table).where({ owner: own.owner, name: own.name }).update({ digest_day: day });
      await record({ sql }, context, { ...aboutOwn(own), reason: isOn ? 'on' : 'off' });
    });
    return {};
  },
});
