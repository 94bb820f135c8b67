import { registry } from '../../kinds.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../router/Link.tsx';
import { PlainTable } from '../../ui/PlainTable.tsx';
import { useTranslation } from '../../words/use-translation.ts';
import { fieldLabel, valueText } from './run-words.ts';
import type { SyncRow } from './runs.ts';

/** What a run does with each person, field by field. */
export function RowTable({ rows }: { rows: readonly SyncRow[] }) {
  const { t } = useTranslation('sync-runs');
  const heads = [t('person'), t('action'), t('result'), t('changes')];
  const cellsOf = (row: SyncRow) => [
    <Person key="person" row={row} />,
    t(`counts.${row.action}`),
    t(`rowStates.${row.state}`),
    <Changes key="changes" row={row} />,
  ];
  return (
    <PlainTable
      title={t('people')}
      heads={heads}
      rows={rows}
      keyOf={({ number }) => number}
      cellsOf={cellsOf}
      borders={false}
      keepsTexts
    />
  );
}

/** The person in words of the source, and their user. A user who is only planned, or gone, has no page. */
function Person({ row: { user, label, key, action, state } }: { row: SyncRow }) {
  const [owner, name = ''] = user.split('/');
  const hasPage = user && (action === 'add' ? state === 'done' : action !== 'refuse') && action !== 'purge';
  return (
    <>
      <bdi>{label || key}</bdi>
      {user && (
        <div>
          {hasPage ? <Link to={paths.editor(registry.named('user'), { owner, name })}>{user}</Link> : <bdi>{user}</bdi>}
        </div>
      )}
    </>
  );
}

function Changes({ row: { action, changes, field, problem } }: { row: SyncRow }) {
  const { t } = useTranslation('sync-runs');
  return (
    <>
      {problem && <p>{field ? `${fieldLabel(field, t)}: ${problem}` : problem}</p>}
      {changes.length > 0 && (
        <ul className="sync-changes">
          {changes.map(({ field: name, before, after }) => (
            <li key={name}>
              {fieldLabel(name, t)}: {/* Somebody new has no values before. */}
              {action !== 'add' && (
                <>
                  <del>{valueText(before, t)}</del> <span aria-hidden>→</span>{' '}
                </>
              )}
              <ins>{valueText(after, t)}</ins>
            </li>
          ))}
        </ul>
      )}
      {!problem && changes.length === 0 && '–'}
    </>
  );
}
