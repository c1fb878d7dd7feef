#!/bin/sh
# Makes the certificates of the tests anew: two authorities, and what they have signed. Keys of no worth outside the tests.
set -eu
cd "$(dirname "$0")"
DAYS=36500

authority() { # file, name
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days $DAYS -subj "/CN=$2" \
        -keyout "$1.key" -out "$1.pem" 2>/dev/null
}

signed() { # file, authority, subject, subject alternative names
    openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj "$3" -keyout "$1.key" -out "$1.csr" 2>/dev/null
    printf '%s\n' ${4:+"subjectAltName=$4"} "basicConstraints=CA:FALSE" > extensions
    openssl x509 -req -in "$1.csr" -CA "$2.pem" -CAkey "$2.key" -CAcreateserial -days $DAYS -extfile extensions \
        -out "$1.pem" 2>/dev/null
    rm "$1.csr" extensions
}

authority ca "test authority"
authority other-ca "another authority"
signed server ca "/CN=flash-0" "URI:chameleon://server/flash-0,IP:127.0.0.1,DNS:localhost"
signed elsewhere ca "/CN=flash-1" "URI:chameleon://server/flash-1,DNS:elsewhere.invalid"
signed alice ca "/CN=somebody/OU=admin" "URI:chameleon://user/alice,IP:127.0.0.1"
signed subject-only ca "/O=Example/OU=balancer/CN=balancer-0" ""
signed nobody ca "/O=Example" ""
signed stranger other-ca "/CN=mallory/OU=admin" "URI:chameleon://admin/mallory"
rm -f ./*.srl ca.key other-ca.key
