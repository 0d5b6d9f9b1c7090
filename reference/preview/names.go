package preview

import (
	"slices"
	"strings"
	"unicode"
)

// secretNames returns the names under which a secret stands, without what joins their words.
func secretNames() []string {
	return []string{
		"token", "password", "authorization",
		"accesskey", "accesstoken", "apikey", "apisecret", "apitoken", "authtoken", "bearertoken", "clientsecret",
		"cookie", "credential", "credentials", "csrftoken", "idtoken", "passphrase", "passwd", "privatekey",
		"proxyauthorization", "pwd", "refreshtoken", "secret", "secretaccesskey", "secretkey", "secrettoken",
		"sessiontoken", "setcookie", "signingkey", "webhooksecret", "xapikey", "xauthtoken", "xcsrftoken",
	}
}

// Sensitive reports whether a secret stands under a name: one of a fixed list, in any case, its words
// joined by anything or nothing. A longer name that contains one (max_tokens) is not sensitive, unless its
// last words are one (user_password), which is how names of such members are made.
func Sensitive(name string) bool {
	if len(name) > 128 {
		return false // no name; a text that ends up as one is searched for secrets like any other
	}
	words := wordsOf(name)
	all := secretNames()
	for from := range words {
		if slices.Contains(all, strings.Join(words[from:], "")) {
			return true
		}
	}
	return slices.Contains(all, strings.Join(strings.FieldsFunc(strings.ToLower(name), notLetter), ""))
}

func notLetter(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }

// wordsOf takes a name apart at separators and where a small letter meets a capital, in small letters.
func wordsOf(name string) []string {
	var words []string
	var word []rune
	flush := func() {
		if len(word) > 0 {
			words = append(words, strings.ToLower(string(word)))
		}
		word = word[:0]
	}
	previous := rune(0)
	for _, r := range name {
		switch {
		case notLetter(r):
			flush()
		case unicode.IsUpper(r) && unicode.IsLower(previous):
			flush()
			word = append(word, r)
		default:
			word = append(word, r)
		}
		previous = r
	}
	flush()
	return words
}
