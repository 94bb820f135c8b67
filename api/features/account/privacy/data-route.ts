import { record } from '../../../core/objects/history/records.ts';
import { organizationNamed } from '../../../core/objects/rules/organization-named.ts';
import type { Route } from '../../../http/route.ts';
import type { RouteDeps } from '../../../kinds/route-deps.ts';
import { limits, spend } from '../../../signin/locks/limits.ts';
import { aboutOwn, changingCaller } from '../own-caller.ts';
import { dataOfUser } from './data-of-user.ts';

/** Answers the user's data as a file. Support cannot take a copy with the master password. */
export function dataRoute({ db, store, registry, objects }: RouteDeps): Route {
  return {
    method: 'GET',
    path: '/api/get-account-data',
    summary: "A copy of the signed-in user's data as a JSON file: the account, and everything that belongs to it.",
    tag: 'Account',
    permission: 'signedIn',
    file: 'application/json',
    async handle({ context, http: { res } }) {
      const own = changingCaller(context.caller);
      const { owner, name } = own;
      await spend(db, [limits.copiesFor(owner, name)], context.now);
      const {
        password: _mask,
        version: _version,
        ...user
      } = await objects.get(registry.named('user'), context, {
        owner,
        key: name,
      });
      const organization = await organizationNamed(owner, { sql: db, store });
      const data = {
        time: context.now.toISOString(),
        organization: { name: owner, displayName: organization?.displayName ?? '' },
        user,
        ...(await dataOfUser(db, own, { registry, store })),
      };
      await record({ sql: db }, context, aboutOwn(own));
      res
        .set('Content-Disposition', `attachment; filename="account-${context.now.toISOString().slice(0, 10)}.json"`)
        .type('application/json')
        .send(JSON.stringify(data, null, 2));
      return { sent: true };
    },
  };
}
