import type { Kind, Row } from '@doorwright/crds';
import { useEffect, useState } from 'react';
import { useTranslation } from '../words/use-translation.ts';
import { ActionDialog } from './ActionDialog.tsx';
import type { ListState } from './list-state.ts';
import { ReadingDialog } from './ReadingDialog.tsx';
import { readAll } from './read-all.ts';
import type { Action } from './use-actions.ts';

interface Props {
  kind: Kind;
  state: ListState;
  organization: string | undefined;
  action: Action;
  onClose: (left: readonly Row[], done: number) => void;
}

/** Of very many people, only what names them. */
function short(kind: Kind, { owner, version, createdTime, ...row }: Row): Row {
  const named = { [kind.key]: row[kind.key], name: row.name, displayName: row.displayName };
  return { owner, version, createdTime, ...(kind.people ? named : row) };
}

/** Reads all rows that a list finds, so that the question has their exact number, and then asks. */
export function MatchesDialog({ kind, state, organization, action, onClose }: Props) {
  const { t } = useTranslation('list');
  const [rows, setRows] = useState<readonly Row[]>();
  const [progress, setProgress] = useState({ read: 0, total: 0 });
  const [error, setError] = useState<Error>();
  useEffect(() => {
    const stopping = new AbortController();
    const collect = async () => {
      const found: Row[] = [];
      for await (const { rows, ...next } of readAll({ kind, state, organization }, stopping.signal)) {
        found.push(...rows.map((row) => short(kind, row)));
        setProgress(next);
      }
      setRows(found);
    };
    collect().catch((failure: Error) => {
      if (!stopping.signal.aborted) setError(failure);
    });
    return () => stopping.abort();
  }, [kind, state, organization]);
  if (rows) return <ActionDialog kind={kind} rows={rows} action={action} onClose={onClose} />;
  return (
    <ReadingDialog title={t('bulk.finding')} {...progress} problem={error?.message} onClose={() => onClose([], 0)} />
  );
}
