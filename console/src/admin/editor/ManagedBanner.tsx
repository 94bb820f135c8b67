import type { Kind } from '@doorwright/crds';
import { AlertActionLink } from '@patternfly/react-core';
import { useState } from 'react';
import { isGlobalAdmin, useAccount } from '../session/account.ts';
import { Alert } from '../ui/Alert.tsx';
import { folderOf } from '../ui/folder-of.ts';
import { lazyDialog } from '../ui/lazy-dialog.tsx';
import { useTranslation } from '../words/use-translation.ts';

const OverrideDialog = lazyDialog([], async () => (await import('./OverrideDialog.tsx')).OverrideDialog);

/** The custom resource that declares an object. */
export interface Origin {
  cluster: string;
  resource: string;
}

interface Props {
  kind: Kind;
  id: string;
  origin: Origin;
  /** The fields that only the resource can change. */
  fields: readonly string[];
  onOpened: (fields: readonly string[]) => void;
}

/** Says that a custom resource declares the object, and unlocks its fields in an emergency. */
export function ManagedBanner({ kind, id, origin, fields, onOpened }: Props) {
  const { t } = useTranslation('editor');
  const account = useAccount();
  const [isAsking, setAsking] = useState(false);
  const { resource, cluster } = origin;
  const folder = folderOf(origin);
  const mayOverride = account && isGlobalAdmin(account) && fields.length > 0;
  return (
    <>
      <Alert
        isInline
        variant="info"
        className="managed"
        title={folder ? t('managed.titleOfFile', { resource }) : t('managed.title', { resource })}
        {...(mayOverride && {
          actionLinks: <AlertActionLink onClick={() => setAsking(true)}>{t('managed.override')}</AlertActionLink>,
        })}
      >
        {folder ? t('managed.bodyOfFile', { folder }) : t('managed.body', { cluster })}
      </Alert>
      {isAsking && (
        <OverrideDialog
          kind={kind}
          id={id}
          fields={fields}
          onClose={() => setAsking(false)}
          onOpened={(left) => {
            setAsking(false);
            onOpened(left);
          }}
        />
      )}
    </>
  );
}
