"""Know the header of a list in any of the four languages, and what its columns hold."""

from collections.abc import Sequence
from enum import Enum
from unicodedata import category, normalize

HEADER_WITHIN = 20
"""How many lines a school's name, a date and a title may take before the header."""


class Kind(Enum):
    """What a column holds. A plain "name" is a first name beside surnames, and a whole one by itself."""

    CALLED = "called"
    FIRST = "first"
    NAME = "name"
    WHOLE = "whole"
    INFIX = "infix"
    SURNAME = "surname"
    GROUP = "group"
    OTHER = "other"


NAMES = {Kind.CALLED, Kind.FIRST, Kind.NAME, Kind.WHOLE, Kind.SURNAME}

_WORDS = {
    Kind.CALLED: """
        roepnaam; weergavenaam; display name; nickname; known as; preferred name; preferred first name;
        alias; apodo; alcunha; nome de exibicao
    """,
    Kind.FIRST: """
        first name; firstname; first names; given name; given names; forename; forenames; christian name;
        voornaam; voornamen; nombre de pila; primer nombre; nombres; nombre s; nome proprio; nomes proprios;
        primeiro nome
    """,
    Kind.NAME: "name; naam; nombre; nome; names; namen; nomes",
    Kind.WHOLE: """
        full name; fullname; pupil; pupils; pupil name; name of pupil; student; students; student name;
        learner; child; surname first name; surname and first name; last name first name; name surname;
        volledige naam; leerling; leerlingen; leerlingnaam; naam leerling; naam van de leerling; kind;
        achternaam voornaam; voornaam achternaam; voor en achternaam; alumno; alumna; alumno a; alumna o;
        alumnos; alumnado; alumnos as; alumnas y alumnos; estudiante; estudiantes; nombre y apellidos;
        nombre apellidos; nombre y apellido; apellidos y nombre; apellidos nombre; apellido nombre; nombre
        completo; nombre del alumno; nombre del alumno a; nombre alumno; alumno nombre; aluno; aluna; aluno
        a; alunos; alunos as; nome completo; nome do aluno; nome do a aluno a; nome do aluno a; nome aluno;
        estudantes; nome e apelido; nome e apelidos; apelido nome; apelidos e nome
    """,
    Kind.INFIX: "tussenvoegsel; tussenvoegsels; voorvoegsel; voorvoegsels; infix; prefix; tv; tussenv; tussen",
    Kind.SURNAME: """
        surname; surnames; last name; lastname; family name; second name; achternaam; familienaam;
        geboortenaam; apellido; apellidos; primer apellido; segundo apellido; apellido 1; apellido 2; 1er
        apellido; 2o apellido; apellido paterno; apellido materno; 1 apellido; 2 apellido; apelido;
        apelidos; ultimo nome; sobrenome; nome de familia; ultimos nomes
    """,
    Kind.GROUP: """
        class; group; form; form class; year group; registration group; section; sections; klas; groep;
        stamgroep; stamklas; lesgroep; basisgroep; clase; grupo; curso; unidad; grupo clase; unidad grupo;
        turma; ano turma; ano e turma
    """,
    Kind.OTHER: """
        n; no; nr; nro; num; number; numero; nummer; n o; id; roll; roll number; student id; student number;
        leerlingnummer; leerlingnr; leerling nr; llnr; stamnr; stamnummer; volgnr; bsn; n de orden; n orden;
        orden; nie; dni; n id escolar; n escolar; no id escolar; numero de identificacion; n expediente;
        expediente; registro; no orden; no de orden; no aluno; n aluno; numero de aluno; n processo; no
        processo; processo; n proc; nif; cc; utente; e mail; email; email address; e mailadres; mail;
        mailadres; correo; correo electronico; correio; correio eletronico; correio electronico; date of
        birth; dob; birthday; birth date; geboortedatum; geb datum; geboren; fecha de nacimiento; fecha
        nacimiento; f nacimiento; data de nascimento; data nascimento; data nasc; edad; idade; age;
        leeftijd; sex; gender; geslacht; m v; sexo; genero; phone; telephone; telefoon; telefono; movil;
        telefone; telemovel; address; adres; direccion; domicilio; localidad; morada; tutor; tutora; tutor
        legal; mentor; encarregado de educacao; madre; padre; nacionalidad; nacionalidade; estado; estado
        matricula; situacao; status; observaciones; observacoes; notes; notities; opmerkingen; opmerking;
        comments; leerjaar; year; ano; nivel; etapa; niveau; profiel; studie; code; password; wachtwoord;
        contrasena; clave; senha; palavra passe; user name; username; usuario; gebruikersnaam; utilizador;
        role; rol; foto; photo; ase; escalao; nee; acnee; neae; repetidor; repite; faltas; nota; cijfer;
        mark; grade
    """,
}
_KINDS = {word.strip(): kind for kind, words in _WORDS.items() for word in words.split(";")}

INFIXES = frozenset(
    {
        *(
            "de",
            "den",
            "der",
            "van",
            "het",
            "'t",
            "t",
            "ter",
            "ten",
            "te",
            "op",
            "in",
            "aan",
            "bij",
            "tot",
            "uit",
            "voor",
        ),
        *("von", "zu", "da", "das", "do", "dos", "du", "d'", "e", "y", "i", "la", "las", "lo", "los", "del"),
    }
)
"""Words between a first name and a surname, which stand for neither."""


def plain(cell: str) -> str:
    """Return a cell as headers are compared: small letters without accents and signs, one blank between words."""
    signs = normalize("NFKD", cell.casefold())
    letters = [sign if category(sign)[0] in "LN" else " " for sign in signs if category(sign) != "Mn"]
    return " ".join("".join(letters).split())


def kind_of(cell: str) -> Kind | None:
    """Return what a column with this header holds, None for a word that is no header."""
    return _KINDS.get(plain(cell))


def header_of(rows: Sequence[Sequence[str]]) -> tuple[int, list[Kind]] | None:
    """Return which row is the header and what its columns hold, None where there is none.

    A cell that is no known word holds something else.
    """
    best, most = None, 0
    for index, cells in enumerate(rows[:HEADER_WITHIN]):
        kinds = [kind_of(cell) for cell in cells]
        known = sum(kind is not None for kind in kinds)
        filled = sum(bool(cell.strip()) for cell in cells)
        if known > most and known * 2 >= filled and NAMES & set(kinds):
            best, most = (index, [kind or Kind.OTHER for kind in kinds]), known
    return best


def is_infix(words: str) -> bool:
    """Return whether words are nothing but what stands between a first name and a surname."""
    return all(word.casefold() in INFIXES for word in words.split())
