import type { Kind } from '@doorwright/crds';
import { useEffect, useRef, useState } from 'react';
import { downloadFile } from '../browser/copy-and-download.ts';
import { useTranslation } from '../words/use-translation.ts';
import { csvFile } from './export-rows.ts';
import type { ListState } from './list-state.ts';
import { ReadingDialog } from './ReadingDialog.tsx';
import { readAll } from './read-all.ts';

interface Props {
  kind: Kind;
  state: ListState;
  organization: string | undefined;
  onClose: () => void;
}

/** Writes all rows that a list finds into a file, with progress, and downloads it. */
export function ExportDialog({ kind, state, organization, onClose }: Props) {
  const { t } = useTranslation('list');
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
  return <ReadingDialog title={t('export.running')} read={read} total={total} problem={problem} onClose={onClose} />;
}
