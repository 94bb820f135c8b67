import { EmptyState, EmptyStateBody, EmptyStateFooter } from '@patternfly/react-core';
import { CodeText } from '../../ui/CodeText.tsx';
import { useTranslation } from '../../words/use-translation.ts';

const example = `apiVersion: doorwright.dev/v1alpha1
kind: Organization
metadata:
  name: acme
spec:
  displayName: Acme
---
apiVersion: doorwright.dev/v1alpha1
kind: Application
metadata:
  name: shop
spec:
  displayName: Shop
  organizationRef:
    name: acme
  generate: true
  redirectUris: [https://shop.example.com/callback]
  grantTypes: [authorization_code, refresh_token]
`;

/** The empty state: how to declare the first object. */
export function NothingDeclared() {
  const { t } = useTranslation('declared');
  return (
    <EmptyState titleText={t('nothing')} headingLevel="h2" variant="lg">
      <EmptyStateBody>{t('nothingBody')}</EmptyStateBody>
      <EmptyStateFooter className="example">
        <CodeText text={example} label={t('example')} file="acme.yaml" />
      </EmptyStateFooter>
    </EmptyState>
  );
}
