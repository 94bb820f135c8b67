/** The fields of each kind, copied by hand from the two specification documents. Clients know these. */
const fieldLists = {
  organization:
    'owner name createdTime displayName websiteUrl favicon passwordType passwordSalt phonePrefix defaultAvatar tags masterPassword enableSoftDeletion isProfilePublic accountItems',
  user: 'owner name id createdTime type password passwordSalt displayName firstName lastName realName avatar email phone address affiliation score tag region location title homepage bio idCard isAdmin isGlobalAdmin isForbidden isDeleted properties signupApplication webauthnCredentials github google qq wechat facebook dingtalk weibo gitee linkedin wecom lark gitlab adfs baidu alipay casdoor infoflow apple azuread slack steam bilibili okta douyin custom',
  role: 'owner name createdTime displayName users roles isEnabled',
  permission: 'owner name createdTime displayName model users roles resourceType resources actions effect isEnabled',
  model: 'owner name createdTime displayName modelText isEnabled',
  application:
    'owner name createdTime displayName description logo favicon homepageUrl organization organizationObj clientId clientSecret cert redirectUris tokenFormat expireInHours refreshExpireInHours grantTypes enablePassword enableSignUp enableSigninSession enableCodeSignin enableWebAuthn enableSamlCompress signupUrl signinUrl forgetUrl affiliationUrl termsOfUse signupHtml signinHtml providers signupItems',
  provider:
    'owner name createdTime displayName category type subType method clientId clientSecret clientId2 clientSecret2 enableSignUp host port providerUrl appId domain endpoint intranetEndpoint bucket regionId title content signName templateCode metadata idP issuerUrl enableSignAuthnRequest customAuthUrl customScope customTokenUrl customUserInfoUrl customLogo',
  token: 'owner name createdTime application organization user code accessToken expiresIn scope tokenType',
  cert: 'owner name createdTime displayName scope type cryptoAlgorithm bitSize expireInYears certificate privateKey',
  webhook: 'owner name createdTime organization url method contentType headers events isUserExtended isEnabled',
  record: 'owner name id clientIp createdTime organization user method requestUri action isTriggered',
  syncer:
    'owner name createdTime organization type host port user password databaseType database table tablePrimaryKey tableColumns affiliationTable avatarBaseUrl syncInterval errorText isEnabled',
  ldap: 'owner id createdTime serverName host port admin passwd baseDn autoSync lastSync',
  resource: 'provider application user owner parent name createdTime tag fileType fileFormat fileSize url',
  product: 'owner name createdTime displayName image tag detail currency price quantity sold providers returnUrl state',
  payment:
    'owner name createdTime displayName provider type organization user productName productDisplayName detail tag currency price payUrl returnUrl state message personName personIdCard personEmail personPhone invoiceType invoiceTitle invoiceTaxId invoiceRemark invoiceUrl',
};

/** The columns of lists, in the order of the documents, where they name them. */
const columnLists = {
  organization:
    'name createdTime displayName favicon websiteUrl passwordType passwordSalt defaultAvatar enableSoftDeletion',
  provider: 'name createdTime displayName category type clientId providerUrl',
  application: 'name createdTime displayName logo organization providers',
  // The owner of a model is its organization.
  model: 'owner name createdTime displayName isEnabled',
  payment: 'organization user name createdTime provider type productDisplayName price currency state',
};

/** The members of the entries of lists, if the documents name them. */
const memberLists = {
  'organization.accountItems': 'name visible viewRule modifyRule',
  'application.providers': 'name canSignUp canSignIn canUnlink prompted alertType required visible',
  'application.signupItems': 'name visible required prompted rule',
  'webhook.headers': 'name value',
  'syncer.tableColumns': 'name type casdoorName isHashed values',
};

/** The choices of fields, if the documents list them. */
export const specifiedChoices: Readonly<Record<string, readonly string[]>> = {
  'organization.passwordType': ['plain', 'salt', 'md5-salt', 'bcrypt', 'pbkdf2-salt', 'argon2id'],
  'permission.resourceType': ['Application'],
  'permission.effect': ['Allow', 'Deny'],
  'application.tokenFormat': ['JWT', 'JWT-Empty'],
  'provider.category': ['OAuth', 'Email', 'SMS', 'Storage', 'SAML', 'Payment', 'Captcha'],
  'provider.subType': ['', 'Internal', 'Third-party', 'nc', 'ic'],
  'webhook.method': ['POST', 'GET', 'PUT', 'DELETE'],
  'webhook.contentType': ['application/json', 'application/x-www-form-urlencoded'],
  'syncer.type': ['Database', 'LDAP', 'Keycloak'],
  'syncer.databaseType': ['mysql', 'postgres', 'mssql', 'oracle', 'sqlite3'],
  'product.state': ['Published', 'Draft'],
  'payment.invoiceType': ['Individual', 'Organization'],
};

/** The first choices of fields whose lists go on. */
export const firstChoices: Readonly<Record<string, readonly string[]>> = {
  'product.currency': ['USD', 'CNY'],
  'payment.currency': ['USD', 'CNY'],
};

const namesOf = (lists: Readonly<Record<string, string>>) =>
  Object.entries(lists).map(([of, names]) => [of, names.split(' ')] as const);

export const specifiedFields = namesOf(fieldLists);
export const specifiedColumns = namesOf(columnLists);
export const specifiedMembers = namesOf(memberLists);
