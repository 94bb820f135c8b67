import type { Kind } from '@doorwright/crds';
import { Breadcrumb, BreadcrumbItem, PageBreadcrumb } from '@patternfly/react-core';
import { registry } from '../kinds.ts';
import { paths } from '../paths.ts';
import { Link } from '../router/Link.tsx';
import { useTranslation } from '../words/use-translation.ts';

interface Props {
  kind: Kind;
  /** Set if the page above is an organization and not the list of the kind. */
  organization?: string | undefined;
  here: string;
}

const organizations = registry.named('organization');

/** The breadcrumb: links to the pages above, and the title of this page. */
export function Trail({ kind, organization, here }: Props) {
  const { t } = useTranslation();
  const list = (above: Kind) => ({ title: t(`${above.name}:plural`), path: paths.list(above) });
  const above =
    organization === undefined
      ? [list(kind)]
      : [list(organizations), { title: organization, path: paths.editor(organizations, { name: organization }) }];
  return (
    <PageBreadcrumb>
      <Breadcrumb aria-label={t('console:trail')} className="path">
        {above.map(({ title, path }) => (
          <BreadcrumbItem
            key={path}
            render={({ className }) => (
              <Link to={path} className={className}>
                {title}
              </Link>
            )}
          />
        ))}
        <BreadcrumbItem isActive>{here}</BreadcrumbItem>
      </Breadcrumb>
    </PageBreadcrumb>
  );
}
