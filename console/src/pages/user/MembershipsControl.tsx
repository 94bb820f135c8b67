import type { Row } from '@doorwright/crds';
import { Label, LabelGroup } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ControlProps } from '../../fields/control.ts';
import { registry } from '../../kinds.ts';
import { paths } from '../../paths.ts';
import { mayList, useAccount } from '../../session/account.ts';

/** The roles or permissions of a user: given on their own pages, which those who administer them find from here. */
export function MembershipsControl({ field, label, value }: ControlProps<Row[] | null>) {
  const { t } = useTranslation();
  const account = useAccount();
  const kind = registry.named(field.name === 'roles' ? 'role' : 'permission');
  const isLinked = account && mayList(kind, account);
  if (!value || value.length === 0) return t('empty');
  return (
    <LabelGroup aria-label={label} numLabels={20}>
      {value.map((each) => (
        <Label
          key={`${each.owner}/${each.name}`}
          variant="outline"
          {...(isLinked && {
            render: ({ className, content }) => (
              <Link to={paths.editor(kind, each)} className={className}>
                {content}
              </Link>
            ),
          })}
        >
          {String(each.displayName || each.name)}
        </Label>
      ))}
    </LabelGroup>
  );
}
