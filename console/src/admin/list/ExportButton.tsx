import type { Kind } from '@doorwright/crds';
import { Button } from '@patternfly/react-core';
import { DownloadIcon } from '@patternfly/react-icons/dist/esm/icons/download-icon';
import { useState } from 'react';
import { lazyDialog } from '../ui/lazy-dialog.tsx';
import { useTranslation } from '../words/use-translation.ts';
import type { ListState } from './list-state.ts';

const ExportDialog = lazyDialog([], async () => (await import('./ExportDialog.tsx')).ExportDialog);

interface Props {
  kind: Kind;
  state: ListState;
  organization: string | undefined;
  /** A button with a word, beside those of selected rows. */
  isWord?: boolean;
}

/** Downloads all rows that the list finds, on all pages, as CSV. */
export function ExportButton({ kind, state, organization, isWord = false }: Props) {
  const { t } = useTranslation('list');
  const [isOpen, setOpen] = useState(false);
  const title = t('export.title');
  const open = () => setOpen(true);
  return (
    <>
      {isWord ? (
        <Button variant="secondary" onClick={open}>
          {t('bulk.export')}
        </Button>
      ) : (
        <Button variant="plain" aria-label={title} title={title} icon={<DownloadIcon />} onClick={open} />
      )}
      {isOpen && <ExportDialog kind={kind} state={state} organization={organization} onClose={() => setOpen(false)} />}
    </>
  );
}
