import { useTranslation } from '../../words/use-translation.ts';
import type { ClientKind } from '../application/client-kinds.ts';
import { TextField } from './TextField.tsx';

interface Props {
  kind: ClientKind;
  address: string;
  entityId: string;
  onAddress: (address: string) => void;
  onEntityId: (entityId: string) => void;
}

const labels = { saml: ['acsUrl', 'acsHelp'], cas: ['service', 'serviceHelp'] } as const;
const usual = ['redirectUrl', 'redirectHelp'] as const;

/** The address to which people return, as the protocol of a kind calls it. */
export function KindFields({ kind, address, entityId, onAddress, onEntityId }: Props) {
  const { t } = useTranslation('get-started');
  if (kind === 'machine') return null;
  const [label, help] = kind === 'saml' || kind === 'cas' ? labels[kind] : usual;
  return (
    <>
      {kind === 'saml' && (
        <TextField label={t('dialog.entityId')} help={t('dialog.entityHelp')} value={entityId} onChange={onEntityId} />
      )}
      <TextField label={t(`dialog.${label}`)} help={t(`dialog.${help}`)} value={address} onChange={onAddress} />
    </>
  );
}
