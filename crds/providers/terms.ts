/** Words of vendors for the fields of a provider: a label, and a sentence of help. */
export const terms = {
  username: ['Username', 'User name at the mail server. Without one, mail goes without authentication.'],
  password: ['Password', 'Password at the mail server.'],
  accessKey: ['Access key', 'ID of a key pair at the vendor.'],
  secretAccessKey: ['Secret access key', 'Secret of the key pair.'],
  storageAccount: ['Storage account', 'Name of the storage account.'],
  accountKey: ['Account key', 'One of the two keys of the storage account.'],
  container: ['Container', 'Name of the container. Its access level must allow anonymous reads of blobs.'],
  appKey: ['App key', 'Key of the application at the vendor.'],
  appSecret: ['App secret', 'Secret of the application at the vendor.'],
  siteKey: ['Site key', 'Public key of the site. Pages send it to the vendor.'],
  secretKey: ['Secret key', 'Secret of the site. It is sent to the address that checks answers.'],
  captchaAppKey: ['App key', 'Key of the application at the vendor. Pages send it to the vendor.'],
  scene: ['Scene', 'Scene of the captcha, as the vendor numbers it.'],
  agentId: ['Agent ID', 'ID of the application within the company.'],
  smsAccount: ['SMS account', 'Account that the vendor bills text messages to.'],
  channelNo: ['Channel No.', 'Number of the channel that sends the text messages.'],
  apiAddress: ['API address', "Address of the vendor's API. Empty for the usual one, where there is one."],
  apiRegion: ['API region', "Region of the vendor's API. Empty for the usual one."],
  checkAddress: ['Check address', 'Address that checks answers. Empty for the usual one.'],
  baseAddress: ['Domain', 'Base address of the identity service.'],
  issuer: ['Issuer URL', 'Address of the service. It publishes its metadata below this address.'],
  ownServer: ['Own server', 'Address of your own server. Empty for the usual one of the vendor.'],
  signOnAddress: ['Endpoint', 'Address where the identity provider takes requests to sign in.'],
  gateway: ['Gateway', 'Address of the payment gateway.'],
} as const satisfies Record<string, readonly [label: string, help: string]>;

export type Term = keyof typeof terms;
