import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import { registry } from '../../kinds.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../router/Link.tsx';
import { useTranslation } from '../../words/use-translation.ts';
import { fieldLabel, valueText } from './run-words.ts';
import type { SyncRow } from './runs.ts';

/** What a run does with each person, field by field. */
export function RowTable({ rows }: { rows: readonly SyncRow[] }) {
  const { t } = useTranslation('sync-runs');
  const heads = [t('person'), t('action'), t('result'), t('changes')];
  return (
    <Table variant="compact" borders={false} gridBreakPoint="grid-lg" aria-label={t('people')}>
      <Thead>
        <Tr>
          {heads.map((head) => (
            <Th key={head} modifier="nowrap">
              {head}
            </Th>
          ))}
        </Tr>
      </Thead>
      <Tbody>
        {rows.map((row) => (
          <Tr key={row.number}>
            {[
              <Person key="person" row={row} />,
              t(`counts.${row.action}`),
              t(`rowStates.${row.state}`),
              <Changes key="changes" row={row} />,
            ].map((cell, at) => (
              <Td
                key={heads[at]}
                dataLabel={heads[at] ?? ''}
                modifier={typeof cell === 'string' ? 'nowrap' : 'breakWord'}
              >
                {cell}
              </Td>
            ))}
          </Tr>
        ))}
      </Tbody>
    </Table>
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
