import type { ReportedResource } from '@doorwright/crds/kinds/manifest-report.ts';
import { Content, Label } from '@patternfly/react-core';
import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import { paths } from '../../paths.ts';
import { Link } from '../../router/Link.tsx';
import { useTranslation } from '../../words/use-translation.ts';
import { fileIn, inOrder, kindCalled } from './reports.ts';

const mostShown = 200;

const looks = {
  True: { status: 'success', word: 'ready' },
  False: { status: 'danger', word: 'notReady' },
  Unknown: { status: 'info', word: 'underWay' },
} as const;

/** The resources of a folder, failed ones first. */
export function FolderTable({ folder, resources }: { folder: string; resources: readonly ReportedResource[] }) {
  const { t } = useTranslation('declared');
  const shown = inOrder(resources).slice(0, mostShown);
  return (
    <>
      <Table variant="compact" aria-label={folder}>
        <Thead>
          <Tr>
            <Th>{t('state')}</Th>
            <Th width={35}>{t('resource')}</Th>
            <Th>{t('where')}</Th>
            <Th width={35}>{t('message')}</Th>
          </Tr>
        </Thead>
        <Tbody>
          {shown.map((resource) => (
            <Row key={`${resource.file}:${resource.line}:${resource.message}`} folder={folder} resource={resource} />
          ))}
        </Tbody>
      </Table>
      {resources.length > mostShown && (
        <Content component="p">{t('console:more', { count: resources.length - mostShown })}</Content>
      )}
    </>
  );
}

function Row({ folder, resource }: { folder: string; resource: ReportedResource }) {
  const { t } = useTranslation('declared');
  const { ready, reason, message, file, line, drift } = resource;
  const { status, word } = looks[ready];
  const isFine = ready === 'True';
  // On narrow screens an empty cell would be a label without a value.
  const says = !isFine || drift > 0;
  return (
    <Tr>
      <Td dataLabel={t('state')} modifier="nowrap">
        <Label isCompact status={status}>
          {t(word)}
        </Label>
      </Td>
      <Td dataLabel={t('resource')}>
        <Named resource={resource} />
      </Td>
      <Td dataLabel={t('where')} className="path">
        {fileIn(folder, file)}:{line}
      </Td>
      <Td dataLabel={t('message')} visibility={says ? [] : ['hidden', 'visibleOnMd']}>
        {isFine ? '' : `${reason}: ${message}`}
        {drift > 0 && (
          <Label isCompact status="warning">
            {t('fieldsDiffer', { count: drift })}
          </Label>
        )}
      </Td>
    </Tr>
  );
}

/** Links to the object if it exists. */
function Named({ resource }: { resource: ReportedResource }) {
  const { t } = useTranslation('declared');
  const { namespace, name, object, ready } = resource;
  const kind = kindCalled(resource.kind);
  if (!kind) return t('mistake');
  const title = `${t(`${kind.name}:title`)} ${namespace}/${name}`;
  return ready === 'True' ? <Link to={paths.editor(kind, { owner: 'admin', name: object })}>{title}</Link> : title;
}
