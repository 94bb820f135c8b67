import { targetAhead } from '../../../shared/return-target.ts';
import type { Door } from '../../attempt/door.ts';
import { call } from '../../call.ts';
import type { Solved } from '../../codes/send-code.ts';

interface Wanted {
  email: string;
  autoSignin: boolean;
}

/** Requests a link that goes on with the sign-in of this page, in this browser. */
export const sendLink = (door: Door, { email, autoSignin }: Wanted, solved?: Solved): Promise<unknown> => {
  const { target, type, application, organization, query } = door;
  return call('send-sign-in-link', {
    query: target.request(query),
    body: {
      ...{ type, application, organization, email, autoSignin },
      ...{ page: location.pathname + location.search, target: targetAhead() },
      ...(solved && { checkType: solved.type, checkId: solved.id, checkKey: solved.answer }),
    },
  });
};
