import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { keepPersonal, readPersonal } from '../../browser/personal.ts';
import { call } from '../../http/call.ts';
import { registry } from '../../kinds.ts';
import { paths } from '../../paths.ts';
import { type Account, isGlobalAdmin } from '../../session/account.ts';

export interface Step {
  name: 'application' | 'mail' | 'provider' | 'secondFactor' | 'key';
  isDone: boolean;
  /** The page where it is done. The application has a dialog, and the key a button. */
  path?: string;
}

interface Answered {
  application: boolean;
  mail: boolean;
  provider: boolean;
  secondFactor: boolean;
  generatedKey?: boolean;
}

const providers = registry.named('provider');
const organizations = registry.named('organization');

/** The browser keeps for each user that they hide the card, and that they have a copy of the key. */
function usePersonalFlag(user: string, name: string): [boolean, () => void] {
  const [isSet, set] = useState(readPersonal(user, name) === true);
  return [
    isSet,
    () => {
      keepPersonal(user, name, true);
      set(true);
    },
  ];
}

/** The first steps of an administrator; undefined while they load. */
export function useSteps(account: Account) {
  const user = `${account.owner}/${account.name}`;
  const [isHidden, hide] = usePersonalFlag(user, 'first-steps-hidden');
  const [hasCopy, confirmCopy] = usePersonalFlag(user, 'key-copied');
  const { data, error, refetch } = useQuery({
    queryKey: ['first-steps'],
    queryFn: async ({ signal }) => (await call<Answered>('get-first-steps', { signal })).data,
    refetchOnWindowFocus: 'always',
  });
  const mayAddProviders = isGlobalAdmin(account);
  const own = { owner: 'admin', name: isGlobalAdmin(account) ? 'built-in' : account.owner };
  const steps: Step[] | undefined = data && [
    { name: 'application', isDone: data.application },
    ...(mayAddProviders
      ? [
          { name: 'mail' as const, isDone: data.mail, path: paths.add(providers) },
          { name: 'provider' as const, isDone: data.provider, path: paths.add(providers) },
        ]
      : []),
    { name: 'secondFactor', isDone: data.secondFactor, path: `${paths.editor(organizations, own)}?tab=security` },
    ...(data.generatedKey ? [{ name: 'key' as const, isDone: hasCopy }] : []),
  ];
  return { steps, error, refetch, isHidden, hide, confirmCopy };
}
