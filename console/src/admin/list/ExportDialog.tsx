import type { Kind } from '@doorwright/crds';
import { Button, Modal, ModalBody, ModalFooter, Progress } from '@patternfly/react-core';
import { useEffect, useRef, useState } from 'react';
import { downloadFile } from '../browser/copy-and-download.ts';
import { Alert } from '../ui/Alert.tsx';
import { DialogHeader } from '../ui/DialogHeader.tsx';
import { useTranslation } from '../words/use-translation.ts';
import { csvFile, mostInWorkbook, workbookFile } from './export-rows.ts';
import type { ListState } from './list-state.ts';
import { readAll } from './read-all.ts';

export type ExportFormat = 'csv' | 'xlsx';

interface Props {
  kind: Kind;
  state: ListState;
  organization: string | undefined;
  format: ExportFormat;
  onClose: () => void;
}

/** Writes all rows that a list finds into a file, with progress, and downloads it. */
export function ExportDialog({ kind, state, organization, format, onClose }: Props) {
  const { t, language } = useTranslation('list');
  const [{ read, total }, setProgress] = useState({ read: 0, total: 0 });
  const [error, setError] = useState('');
  const [isTooMany, setTooMany] = useState(false);
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    const stopping = new AbortController();
    const write = async () => {
      const file = format === 'csv' ? csvFile(kind) : workbookFile(kind);
      for await (const { rows, ...next } of readAll({ kind, state, organization }, stopping.signal)) {
        if (format === 'xlsx' && Math.max(next.read, next.total) > mostInWorkbook) return setTooMany(true);
        file.add(rows);
        setProgress(next);
      }
      const content = await file.finish();
      if (stopping.signal.aborted) return;
      downloadFile(`${kind.plural}.${format}`, content);
      close.current();
    };
    write().catch((failure: Error) => {
      if (!stopping.signal.aborted) setError(failure.message);
    });
    return () => stopping.abort();
  }, [kind, state, organization, format]);
  const problem = isTooMany ? t('export.tooMany', { limit: mostInWorkbook.toLocaleString(language) }) : error;
  return (
    <Modal isOpen variant="small" onClose={onClose} aria-label={t('export.running')}>
      <DialogHeader title={t('export.running')} />
      <ModalBody>
        {problem ? (
          <Alert isInline isLiveRegion variant="danger" title={problem} />
        ) : (
          <Progress
            value={total ? (100 * read) / total : 0}
            aria-label={t('export.running')}
            label={`${read.toLocaleString(language)} / ${total.toLocaleString(language)}`}
            measureLocation="outside"
          />
        )}
      </ModalBody>
      <ModalFooter>
        <Button variant="link" onClick={onClose}>
          {t(problem ? 'common:close' : 'common:cancel')}
        </Button>
      </ModalFooter>
    </Modal>
  );
}
