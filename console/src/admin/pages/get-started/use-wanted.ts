import { stacks } from '@doorwright/programs/stacks.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readPage } from '../../http/read-page.ts';
import { registry } from '../../kinds.ts';
import { isGlobalAdmin, useAccount } from '../../session/account.ts';
import { type ClientKind, usualAddress } from '../application/client-kinds.ts';
import { slugOf } from './create-application.ts';

const organizations = registry.named('organization');
const offered = { page: 1, pageSize: 100 };

/** The values of the dialog, and what follows from them. */
export function useWanted() {
  const account = useAccount();
  const isGlobal = Boolean(account && isGlobalAdmin(account));
  const [displayName, setDisplayName] = useState('');
  const [typed, setTyped] = useState('');
  const [kind, setKind] = useState<ClientKind>('web');
  const [stack, setStack] = useState('');
  const [typedAddress, setAddress] = useState<string>();
  const [entityId, setEntityId] = useState('');
  const [mayAnyone, setMayAnyone] = useState(false);
  const { data } = useQuery({
    queryKey: [organizations.name, 'list', offered],
    queryFn: ({ signal }) => readPage(organizations, offered, { signal }),
    enabled: isGlobal,
  });
  const known = data?.rows.map(({ name }) => String(name)) ?? [];
  // “Acme” is the organization “acme”, if that exists.
  const named = known.includes(typed.trim()) ? typed.trim() : slugOf(typed);
  const isKnown = !isGlobal || known.includes(named);
  const organization = isGlobal ? named : (account?.owner ?? '');
  const programs = stacks.filter((each) => each.kind === kind);
  const program = programs.find(({ name }) => name === stack) ?? programs[0];
  const address = typedAddress ?? program?.redirectUri ?? usualAddress[kind] ?? '';
  const isForPeople = kind !== 'machine';
  const isLocked = organization === 'built-in';
  const name = slugOf(displayName);
  return {
    isGlobal,
    known,
    isKnown,
    typed,
    programs,
    program,
    isForPeople,
    isLocked,
    isNamed: displayName.trim() === '' || name !== '',
    isReady:
      name !== '' &&
      organization !== '' &&
      (!isForPeople || address.trim() !== '') &&
      (kind !== 'saml' || entityId.trim() !== ''),
    wanted: {
      displayName: displayName.trim(),
      organization,
      organizationName: isKnown ? undefined : typed.trim(),
      kind,
      address: address.trim(),
      entityId: entityId.trim(),
      mayAnyoneSignUp: mayAnyone && isForPeople && !isLocked,
    },
    shown: { displayName, address, entityId },
    setDisplayName,
    setTyped,
    setAddress,
    setEntityId,
    setMayAnyone,
    setKind(kind: ClientKind) {
      setKind(kind);
      setAddress(undefined);
    },
    setStack(stack: string) {
      setStack(stack);
      setAddress(undefined);
    },
  };
}
