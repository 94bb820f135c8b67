import { useState } from 'react';
import { call } from '../call.ts';
import { useOnce } from '../frame/use-once.ts';
import type { Organization } from '../page.ts';

/** The organization of the buyer, whose name stands on the page. Its answer comes with the page. */
export function useOwnOrganization(): Organization | undefined {
  const [organization, setOrganization] = useState<Organization>();
  useOnce(() => {
    // The order itself says what is wrong.
    call('get-account').then(
      ({ data2 }) => setOrganization((data2 ?? undefined) as Organization | undefined),
      () => {},
    );
  });
  return organization;
}
