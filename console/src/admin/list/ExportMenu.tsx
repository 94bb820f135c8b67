import type { Kind } from '@doorwright/crds';
import { DropdownItem } from '@patternfly/react-core';
import { DownloadIcon } from '@patternfly/react-icons/dist/esm/icons/download-icon';
import { useState } from 'react';
import { DropMenu } from '../ui/DropMenu.tsx';
import { lazyDialog } from '../ui/lazy-dialog.tsx';
import { useTranslation } from '../words/use-translation.ts';
import type { ExportFormat } from './ExportDialog.tsx';
import type { ListState } from './list-state.ts';

const ExportDialog = lazyDialog([], async () => (await import('./ExportDialog.tsx')).ExportDialog);

interface Props {
  kind: Kind;
  state: ListState;
  organization: string | undefined;
  /** A button with a word, beside those of selected rows. */
  isWord?: boolean;
}

/** Downloads all rows that the list finds, on all pages. */
export function ExportMenu({ kind, state, organization, isWord = false }: Props) {
  const { t } = useTranslation('list');
  const [format, setFormat] = useState<ExportFormat>();
  const title = t('export.title');
  return (
    <>
      <DropMenu
        toggle={
          isWord
            ? { variant: 'secondary', children: t('bulk.export') }
            : { variant: 'plain', 'aria-label': title, title, icon: <DownloadIcon /> }
        }
      >
        <DropdownItem onClick={() => setFormat('csv')}>CSV</DropdownItem>
        <DropdownItem onClick={() => setFormat('xlsx')}>Excel (.xlsx)</DropdownItem>
      </DropMenu>
      {format && (
        <ExportDialog
          kind={kind}
          state={state}
          organization={organization}
          format={format}
          onClose={() => setFormat(undefined)}
        />
      )}
    </>
  );
}
