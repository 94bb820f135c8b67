import type { Kind } from '@doorwright/crds';
import { Button, Modal, ModalBody, ModalFooter, Progress } from '@patternfly/react-core';
import { useEffect, useRef, useState } from 'react';
import { downloadFile } from '../browser/copy-and-download.ts';
import { Alert } from '../ui/Alert.tsx';
import { DialogHeader } from '../ui/DialogHeader.tsx';
import { useTranslation } from '../words/use-translation.ts';
import { csvFile } from './export-rows.ts';
import type { ListState } from './list-state.ts';
import { readAll } from './read-all.ts';

interface Props {
  kind: Kind;
  state: ListState;
  organization: string | undefined;
  onClose: () => void;
}

/** Writes all rows that a list finds into a file, with progress, and downloads it. */
export function ExportDialog({ kind, state, organization, onClose }: Props) {
  const { t, language } = useTranslation('list');
  const [{ read, total }, setProgress] = useState({ read: 0, total: 0 });
  const [problem, setProblem] = useState('');
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    const stopping = new AbortController();
    const write = async () => {
      const file = csvFile(kind);
      for await (const { rows, ...next } of readAll({ kind, state, organization }, stopping.signal)) {
        file.add(rows);
        setProgress(next);
      }
      if (stopping.signal.aborted) return;
      downloadFile(`${kind.plural}.csv`, file.finish());
      close.current();
    };
    write().catch((failure: Error) => {
      if (!stopping.signal.aborted) setProblem(failure.message);
    });
    return () => stopping.abort();
  }, [kind, state, organization]);
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
