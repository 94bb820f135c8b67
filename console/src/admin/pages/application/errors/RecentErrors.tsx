import type { Row } from '@doorwright/crds';
import { Card, CardBody, CardHeader, CardTitle, Content } from '@patternfly/react-core';
import { useQuery } from '@tanstack/react-query';
import { registry } from '../../../kinds.ts';
import { paths } from '../../../paths.ts';
import { Link } from '../../../router/Link.tsx';
import { Alert } from '../../../ui/Alert.tsx';
import { PlainTable } from '../../../ui/PlainTable.tsx';
import { Time } from '../../../ui/Time.tsx';
import { useNarrow } from '../../../ui/use-narrow.ts';
import { useTranslation } from '../../../words/use-translation.ts';
import { RemedyCell } from './RemedyCell.tsx';
import { type RecentError, recentErrorsQuery, sentIn } from './recent-errors.ts';

/** What went wrong, and what the program sent. An error without a name is shown as the program got it. */
function Fault({ error }: { error: RecentError }) {
  const { t } = useTranslation('client-faults');
  const sent = error.fault === 'other' ? [error.code, error.detail].filter(Boolean).join(': ') : sentIn(error);
  return (
    <>
      <strong>{t(`faults.${error.fault}.title`)}</strong>
      {sent && (
        <div dir="ltr">
          <code className="path">{sent}</code>
        </div>
      )}
    </>
  );
}

function When({ error: { last, count } }: { error: RecentError }) {
  const { t } = useTranslation('client-faults');
  return (
    <>
      <Time moment={last} />
      <div>{t('times', { count })}</div>
    </>
  );
}

interface Props {
  object: Row;
  refresh: (stored: Row) => void;
  /** The part stands in a narrow column. */
  isInColumn?: boolean;
}

/** One row for each mistake. On phones its parts stand below each other. */
function ErrorTable({ errors, isInColumn, ...rest }: Props & { errors: readonly RecentError[] }) {
  const { t } = useTranslation('client-faults');
  const isNarrow = useNarrow() || isInColumn;
  const keyOf = (error: RecentError) => `${error.fault} ${sentIn(error)}`;
  const cellsOf = (error: RecentError) => [
    <Fault key="fault" error={error} />,
    <RemedyCell key="remedy" error={error} {...rest} />,
    <When key="time" error={error} />,
  ];
  if (!isNarrow)
    return (
      <PlainTable
        title={t('title')}
        heads={[t('fault'), t('remedy'), t('time')]}
        rows={errors}
        keyOf={keyOf}
        cellsOf={cellsOf}
      />
    );
  return errors.map((error) => (
    <div key={keyOf(error)} className="below">
      {cellsOf(error).map((cell) => (
        <div key={cell.key}>{cell}</div>
      ))}
    </div>
  ));
}

/** The mistakes of an application's program in the last days, each with its remedy. */
export function RecentErrors({ object, refresh, isInColumn = false, isShown = true }: Props & { isShown?: boolean }) {
  const { t } = useTranslation('client-faults');
  const { data, error } = useQuery({ ...recentErrorsQuery(object), enabled: isShown });
  const all = { application: `${object.owner}/${object.name}`, outcome: 'refused' };
  const records = `${paths.list(registry.named('record'))}?${new URLSearchParams(all)}`;
  return (
    <Card className="below recent-errors" component="section" aria-label={t('title')}>
      <CardHeader>
        <CardTitle component="h2">{t('title')}</CardTitle>
      </CardHeader>
      <CardBody>
        {error && <Alert isInline variant="danger" title={t('failed', { error: error.message })} />}
        {data?.errors.length === 0 && (
          <>
            <Content component="p">
              <strong>{t('none')}</strong>
            </Content>
            <Content component="p">{t('noneAbout')}</Content>
          </>
        )}
        {data && data.errors.length > 0 && (
          <>
            <Content component="p">{t('about')}</Content>
            <ErrorTable errors={data.errors} object={object} refresh={refresh} isInColumn={isInColumn} />
            {!data.isAll && <Content component="p">{t('more')}</Content>}
            <Link to={records}>{t('records')}</Link>
          </>
        )}
      </CardBody>
    </Card>
  );
}
