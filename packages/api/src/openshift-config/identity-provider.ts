import { s } from '@skep/schema'
import { optionalFlag, optionalText, optionalTextMap, optionalTexts } from '../openshift/fields.ts'
import { optionalNamed } from './named.ts'

const ca = optionalNamed('ConfigMap with the authorities of the server.')

/** What an application is known to its provider by. */
const client = {
  clientID: optionalText('Id of the client.'),
  clientSecret: optionalNamed('Secret of the client.'),
}

/** A server of passwords, and what the login server shows to it. */
const passwordServer = {
  ca,
  tlsClientCert: optionalNamed('Secret with the certificate that is shown to the server.'),
  tlsClientKey: optionalNamed('Secret with its key.'),
  url: optionalText('Address of the server.'),
}

const github = {
  ca,
  ...client,
  hostname: optionalText('Host of a GitHub of its own.'),
  organizations: optionalTexts('Organizations whose members may log in.'),
  teams: optionalTexts('Teams whose members may log in.'),
}

const attributes = s.object(
  {
    email: optionalTexts('Attributes with the address of mail.'),
    id: optionalTexts('Attributes with the id.'),
    name: optionalTexts('Attributes with the name.'),
    preferredUsername: optionalTexts('Attributes with the name to log in by.'),
  },
  { description: 'Where in an entry what is said of a user.' },
)

const ldap = {
  attributes: s.optional(attributes),
  bindDN: optionalText('As whom the directory is searched.'),
  bindPassword: optionalNamed('Secret with the password of that.'),
  ca,
  insecure: optionalFlag('Whether there is no TLS.'),
  url: optionalText('What is searched, as in RFC 2255.'),
}

const claim = (description: string, of = s.string()) => s.optional(s.array(of, { description, listType: 'atomic' }))

const claims = s.object(
  {
    email: claim('Claims with the address of mail.'),
    groups: claim('Claims with the groups.', s.string({ minLength: 1 })),
    name: claim('Claims with the name.'),
    preferredUsername: claim('Claims with the name to log in by.'),
  },
  { description: 'Where in a token what is said of a user.' },
)

const openID = {
  ca,
  claims: s.optional(claims),
  ...client,
  extraAuthorizeParameters: optionalTextMap('What else is asked with.'),
  extraScopes: optionalTexts('What else is asked for.'),
  issuer: optionalText('Address of the issuer.'),
}

const requestHeader = {
  ca,
  challengeURL: optionalText('Where programs log in.'),
  clientCommonNames: optionalTexts('Names of proxies that are believed.'),
  emailHeaders: optionalTexts('Headers with the address of mail.'),
  headers: optionalTexts('Headers with the id.'),
  loginURL: optionalText('Where people log in.'),
  nameHeaders: optionalTexts('Headers with the name.'),
  preferredUsernameHeaders: optionalTexts('Headers with the name to log in by.'),
}

/** An identity provider as the OAuth configuration of a cluster has it. */
export const IdentityProvider = s.object(
  {
    name: optionalText('Name of the provider, part of the identities of users.'),
    mappingMethod: optionalText('How identities become users: claim, lookup or add.'),
    type: optionalText('Which of the members below is meant.'),
    basicAuth: s.optional(s.object(passwordServer, { description: 'Basic authentication against a server.' })),
    github: s.optional(s.object(github, { description: 'GitHub.' })),
    gitlab: s.optional(s.object({ ca, ...client, url: optionalText('Its address.') }, { description: 'GitLab.' })),
    google: s.optional(
      s.object({ ...client, hostedDomain: optionalText('Domain whose users may log in.') }, { description: 'Google.' }),
    ),
    htpasswd: s.optional(
      s.object({ fileData: optionalNamed('Secret with the file.') }, { description: 'A file of users and passwords.' }),
    ),
    keystone: s.optional(
      s.object(
        { ...passwordServer, domainName: optionalText('Domain of Keystone.') },
        { description: 'OpenStack Keystone.' },
      ),
    ),
    ldap: s.optional(s.object(ldap, { description: 'An LDAP directory.' })),
    openID: s.optional(s.object(openID, { description: 'OpenID Connect.' })),
    requestHeader: s.optional(s.object(requestHeader, { description: 'A proxy that authenticates.' })),
  },
  { description: 'Where identities are from.' },
)
